import { assertEquals } from "@std/assert";
import { rangesOf, type RangeSource } from "../stages/ranges.ts";
import { mergedSummary } from "./search_run.ts";
import type { Stage } from "../stages/stage.ts";
import { NO_BYTES } from "../stages/summary.ts";

const STAGE: Stage = {
  name: "all",
  fold: "all",
  role: "search",
  draw: { method: "grid" },
  count: 5_000,
  window: null,
  topMax: 1,
  passes: 0,
};
const LARGEST = 256;

Deno.test("a stage reads the summaries of several ranges at once", async () => {
  const reads: number[][] = [];
  const source: RangeSource = {
    complete: () => Promise.resolve(),
    results: (_, ranges) => {
      reads.push(ranges.map(({ from }) => from));
      return Promise.resolve(ranges.map(() => NO_BYTES));
    },
  };
  const merge = { mergeSummaries: () => NO_BYTES };
  await mergedSummary(merge, STAGE, source, rangesOf(STAGE.count, LARGEST));
  assertEquals(reads.map(({ length }) => length), [8, 8, 4]);
  assertEquals(reads.flat(), Array.from({ length: 20 }, (_, at) => at * LARGEST));
});
