import { assert } from "@std/assert";
import { rangeMaxOf } from "../../search/ranges.ts";
import { bytesOf } from "./estimate.ts";

const HOURLY_BARS = 3_648;

Deno.test("the bytes of a search follow from its ranges, which hold more candidates in large ones", () => {
  const rangeMax = rangeMaxOf(1, HOURLY_BARS);
  const megabytes = (total: number, columns = 0): number =>
    bytesOf({ total, stages: 1, rangeMax }, columns) / 1e6;
  // A folder of ten million candidates has 7.5 MB.
  assert(Math.abs(megabytes(1e7) - 7.5) < 1);
  // A range of 409,600 candidates needs no more than one of 156,250.
  assert(megabytes(1e10) < 1e4, String(megabytes(1e10)));
  assert(Math.abs(megabytes(1e7, 12) - megabytes(1e7) - 1_920) < 1);
});
