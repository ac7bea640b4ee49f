import { assert, assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { enqueuedRows } from "./enqueue.ts";
import type { Stage } from "./stage.ts";
import { candidatesOf, type FoldOutcome, stagesOf } from "./stages.ts";
import { NO_BYTES, readSummary } from "../fold/summary.ts";

const BASE = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const AXES = [{ path: "/a", min: 0, max: 1 }, { path: "/b", values: [10, 20, 30] }];
const NO_SUMMARY = readSummary(NO_BYTES);
const SCORED = { from: 30, to: 1030, barsPerDay: 1 };
const FIGURES = {
  annualizedMeanReturn: 0,
  maxDrawdown: 0,
  cvar: 0,
  turnover: 0,
  executionCost: 0,
  score: 0,
  dailySharpe: 0,
  probabilisticSharpe: 0,
  fills: 0,
  intents: 0,
};

/** Runs the stages of a plan without an engine: each finds as many candidates as it keeps, at b = 20. */
function run(method: unknown, windows: unknown): {
  readonly stages: readonly Stage[];
  readonly folds: readonly FoldOutcome[];
  readonly planned: number;
} {
  const plan = SearchPlanSchema.parse({ base: BASE, axes: AXES, method, windows });
  const shape = { plan, enqueued: enqueuedRows(plan), gridCount: 60, scored: SCORED, topMax: 5 };
  const steps = stagesOf({
    ...shape,
    keptMax: 8,
    rankedMax: 0,
    join: (outcomes) => outcomes[0] ?? { packed: NO_BYTES, summary: NO_SUMMARY },
  });
  const stages: Stage[] = [];
  let step = steps.next();
  while (!step.done) {
    const stage = step.value;
    stages.push(stage);
    const top = Array.from({ length: Math.min(stage.count, stage.topMax) }, (_, number) => ({
      number,
      merit: -number,
      coordinates: [number / 1e5, 20],
      figures: FIGURES,
    }));
    const passed = Array.from({ length: Math.min(stage.count, stage.passes) }, (_, number) => [
      ...[number, -number],
      ...[number / 1e5, 20],
    ]);
    const ranked = { width: 4, rows: Float64Array.from(passed.flat()) };
    const summary = { ...NO_SUMMARY, top, ranked };
    step = steps.next({ stage, packed: NO_BYTES, summary, points: [] });
  }
  return { stages, folds: step.value, planned: candidatesOf(shape) };
}

function inAll(stages: readonly Stage[]): number {
  return stages.reduce((sum, { count }) => sum + count, 0);
}

Deno.test("a grid of the whole window is one stage", () => {
  const { stages, planned } = run({ kind: "grid" }, { kind: "whole" });
  assertEquals(stages.map(({ name, count, window }) => [name, count, window]), [["all", 60, null]]);
  assertEquals(planned, 60);
});

Deno.test("each fold searches and then tests its best as list rows", () => {
  const { stages, folds, planned } = run(
    { kind: "sobol", count: 100 },
    { kind: "walkForward", folds: 2 },
  );
  assertEquals(stages.map(({ name, role, count }) => [name, role, count]), [
    ["fold-1", "search", 100],
    ["fold-1-test", "test", 5],
    ["fold-2", "search", 100],
    ["fold-2-test", "test", 5],
    ["all", "search", 100],
  ]);
  const [, test] = stages;
  // A row has the index in a list: 20 is the second value.
  assertEquals(test?.draw.method === "list" ? test.draw.rows.slice(1, 2) : null, [[1e-5, 1]]);
  assertEquals(folds.map(({ fold, test }) => [fold.name, test?.stage.name ?? null]), [
    ["fold-1", "fold-1-test"],
    ["fold-2", "fold-2-test"],
    ["all", null],
  ]);
  assertEquals(planned, inAll(stages));
});

Deno.test("halving keeps the best of each rung, and its total is known beforehand", () => {
  const { stages, folds, planned } = run({ kind: "halving", count: 1024 }, { kind: "whole" });
  assertEquals(stages.map(({ count, passes, topMax }) => [count, passes, topMax]), [
    [1024, 256, 8],
    [256, 64, 8],
    [64, 16, 8],
    [16, 0, 8],
  ]);
  assertEquals(stages.map(({ draw }) => draw.method), ["sobol", "list", "list", "list"]);
  assertEquals([stages.at(-1)?.window, folds[0]?.found.stage.name], [null, "all-rung-4"]);
  assertEquals(planned, inAll(stages));
});

Deno.test("an adaptive search runs exactly the candidates of its budget", () => {
  const { stages, planned } = run({ kind: "adaptive", count: 500 }, {
    kind: "holdout",
    share: 0.25,
  });
  assertEquals(inAll(stages), 505);
  assertEquals(planned, 505);
  assertEquals(stages.at(-1)?.role, "test");
  assert(stages.slice(0, -1).every(({ needsPoints }) => needsPoints));
});
