import { assert, assertEquals, assertRejects } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { inlineRanges } from "../../testing/inline_ranges.ts";
import { makeEngine, officialDatasets } from "../../testing/official.ts";
import { describePlan } from "../stages/describe_plan.ts";
import type { InlineOptions, InlineRanges, InlineRun } from "./inline_ranges.ts";
import type { PreparedSearch } from "../stages/prepared.ts";
import { CHUNK, CHUNK_MAX, chunksOf, rangeMaxOf, rangesOf, Stopped } from "../stages/ranges.ts";
import { type RangeAnswer, type RangeTask, runRange } from "../workers/run_range.ts";
import { mergedSummary, SearchRun } from "./search_run.ts";
import type { Stage } from "../stages/stage.ts";
import type { SearchWorkers } from "../workers/search_workers.ts";
import { turn } from "../../testing/until.ts";

const PLAN = SearchPlanSchema.parse({
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [{ path: "/components/0/strategyParams/overbought", min: 55, max: 85 }],
});
const STAGE: Stage = {
  name: "all",
  fold: "all",
  role: "search",
  draw: { method: "sobol", count: 5_000, seed: 1 },
  count: 5_000,
  window: null,
  topMax: 3,
  passes: 0,
};

const ENGINE = await makeEngine(await officialDatasets());
const { columns: NAMES } = describePlan(ENGINE, PLAN, STAGE, []);

/** Workers whose ranges finish out of order. */
function workersOf(asked: number[]): SearchWorkers {
  const range = async (task: RangeTask): Promise<RangeAnswer> => {
    const { from } = task.range;
    asked.push(from);
    for (let turns = 0; turns < from % 3; turns++) await turn();
    return await runRange(ENGINE, task, () => 100);
  };
  const refused = (): Promise<never> => Promise.reject(new Error("no such task"));
  return {
    size: 3,
    range,
    report: refused,
    evaluate: refused,
    utilities: refused,
    ranks: refused,
  };
}

function runOf(workers: SearchWorkers): InlineRun {
  const prepared = {
    plan: PLAN,
    description: { columns: NAMES },
    datasets: [],
  } as unknown as PreparedSearch;
  return new SearchRun(prepared, { engine: ENGINE, datasets: [], workers });
}

/** Most candidates of a range. */
const RANGE_MAX = 65_536;

function rangesWith(
  asked: number[],
  change: Partial<InlineOptions> = {},
): InlineRanges {
  return inlineRanges(runOf(workersOf(asked)), { parallel: 4, ...change });
}

Deno.test("ranges depend on the plan alone, and cover all candidates", () => {
  for (const count of [1, 256, 257, 100_000, 3_000_001]) {
    const ranges = rangesOf(count, RANGE_MAX);
    assertEquals(ranges.reduce((sum, range) => sum + range.count, 0), count);
    ranges.forEach(({ from }, at) => {
      if (at > 0) assertEquals(from, (ranges[at - 1]?.from ?? 0) + (ranges[at - 1]?.count ?? 0));
    });
  }
  assertEquals(rangesOf(1e9, RANGE_MAX)[1], { from: RANGE_MAX, count: RANGE_MAX });
});

Deno.test("a plan of moderate size has few ranges, each of which costs a transaction", () => {
  const hourly = rangeMaxOf(1, 3_648);
  const counts = [300_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000];
  // Four for each of a hundred cores, where that leaves each a fair piece of work.
  assertEquals(counts.map((count) => rangesOf(count, hourly).length), [16, 16, 58, 400, 954]);
});

Deno.test("a small plan has ranges that are worth their summaries, however light its candidates", () => {
  const countsOf = (components: number): readonly number[] => {
    const most = rangeMaxOf(components, 3_648);
    return [200, 1_024, 4_096, 10_000].map((count) => rangesOf(count, most).length);
  };
  assertEquals(countsOf(1), [1, 2, 5, 12]);
  assertEquals(countsOf(2), [1, 2, 5, 12]);
  assertEquals(countsOf(8), [1, 3, 12, 16]);
});

Deno.test("ranges of a large plan have the same work, in whole chunks", () => {
  // An hourly market of five months takes a core 3 microseconds for a candidate of one component.
  const hourly = rangeMaxOf(1, 3_648);
  assertEquals(hourly, 64 * 16_384);
  assertEquals(chunksOf({ from: hourly, count: hourly }).length, 64);
  assertEquals(chunksOf({ from: 7, count: 20_000 }), [{ from: 7, count: 20_000 }]);
  assertEquals(chunksOf({ from: 7, count: 25_001 }), [
    { from: 7, count: 12_501 },
    { from: 12_508, count: 12_500 },
  ]);
  for (const count of [1, CHUNK_MAX, CHUNK_MAX + 1, 2.5 * CHUNK, 64 * CHUNK - 1]) {
    const counts = chunksOf({ from: 0, count }).map((chunk) => chunk.count);
    assertEquals(counts.reduce((sum, each) => sum + each, 0), count);
    assert(Math.max(...counts) <= CHUNK_MAX, `${count}: ${counts}`);
    assert(Math.min(...counts) >= Math.min(count, CHUNK / 2), `${count}: ${counts}`);
  }
  const heavy = rangeMaxOf(16, 3_648);
  assertEquals(heavy, 13 * 16_384);
  assertEquals(rangeMaxOf(1, 1), 64 * 16_384);
  assertEquals(rangeMaxOf(16, 1e9), 256);
});

Deno.test("a stopped stage starts no further range, and keeps the finished ones", async () => {
  const stopping = new AbortController();
  const asked: number[] = [];
  const kept: number[] = [];
  const ranges = rangesWith(asked, {
    signal: stopping.signal,
    onRange: (_, { from }) => {
      kept.push(from);
      if (kept.length === 5) stopping.abort();
    },
  });
  await assertRejects(
    () => mergedSummary(ENGINE, STAGE, ranges, rangesOf(STAGE.count, RANGE_MAX)),
    Stopped,
  );
  assert(asked.length < rangesOf(5_000, RANGE_MAX).length);
  assertEquals(kept.toSorted(byNumber), asked.toSorted(byNumber));
});

Deno.test("a failed stage keeps its finished ranges: no range runs twice", async () => {
  const asked: number[] = [];
  let fail = 6;
  const workers = workersOf(asked);
  const range: SearchWorkers["range"] = (task) => {
    if (asked.length >= fail) return Promise.reject(new Error("the engine failed"));
    return workers.range(task);
  };
  const ranges = inlineRanges(runOf({ ...workers, range }), { parallel: 4 });
  const all = rangesOf(STAGE.count, RANGE_MAX);
  await assertRejects(
    () => mergedSummary(ENGINE, STAGE, ranges, all),
    Error,
    "the engine failed",
  );
  fail = Infinity;
  const packed = await mergedSummary(ENGINE, STAGE, ranges, all);
  assertEquals(asked.toSorted(byNumber), all.map(({ from }) => from));
  assertEquals(packed, await mergedSummary(ENGINE, STAGE, rangesWith([]), all));
});

function byNumber(one: number, other: number): number {
  return one - other;
}
