import { assert, assertStringIncludes } from "@std/assert";
import { rangeMaxOf } from "../../search/ranges.ts";
import { bytesOf, estimateText } from "./estimate.ts";

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

Deno.test("the sentence of an estimate names the runs on paths, where there are any", () => {
  const estimate = {
    candidates: 1_024,
    pathRuns: 20_480,
    evaluations: 20,
    units: 235_040,
    workers: 2,
    ratePerWorker: 4_000,
    seconds: 3,
    bytes: 1e6,
    keepsPoints: true,
  };
  assertStringIncludes(
    estimateText(estimate, "out"),
    "1,024 candidates, 20,480 runs on paths and 20 evaluations, about ",
  );
  assertStringIncludes(
    estimateText({ ...estimate, pathRuns: 0 }, "out"),
    "1,024 candidates and 20 evaluations, about ",
  );
});
