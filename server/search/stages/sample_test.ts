import { assert, assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import { officialDatasets, officialEngine } from "../../testing/official.ts";
import { describePlan } from "./describe_plan.ts";
import { sampleOf } from "./sample.ts";
import type { Stage, StageOutcome } from "./stage.ts";
import { NO_BYTES, readSummary } from "../fold/summary.ts";

const OWN = "/components/0/strategyParams/";
const PLAN = SearchPlanSchema.parse({
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: `${OWN}period`, min: 3, max: 30, steps: 28 },
    { path: `${OWN}overbought`, min: 55, max: 85, steps: 16 },
    { path: `${OWN}oversold`, min: 15, max: 45, steps: 16 },
  ],
  constraints: [{ figure: "fills", min: 2 }],
});

function outcomeOf(draw: Stage["draw"], count: number): StageOutcome {
  return {
    stage: { draw, count, window: null } as Stage,
    packed: NO_BYTES,
    summary: readSummary(NO_BYTES),
    points: [],
  };
}

Deno.test("a sample of a grid has every level, and only candidates that could be chosen", async () => {
  const engine = await officialEngine(await officialDatasets());
  const outcomes = [outcomeOf({ method: "grid" }, 28 * 16 * 16)];
  const options = { most: 256, marketId: 1 };
  const found = sampleOf(engine, PLAN, outcomes, options);
  assertEquals(found.length, 256);
  assertEquals(new Set(found.map((one) => JSON.stringify(one))).size, 256);
  // Every 28th candidate would have only four levels of the last axis.
  const levels = found.map(({ components: [one] }) => one?.strategyParams?.["oversold"]);
  assertEquals(new Set(levels).size, 16);
  assertEquals(sampleOf(engine, PLAN, outcomes, options), found, "the same each time");
  const none = { ...PLAN, constraints: [{ figure: "fills" as const, min: 1e6 }] };
  assertEquals(sampleOf(engine, none, outcomes, options), []);
  assertEquals(sampleOf(engine, PLAN, outcomes, { ...options, marketId: 2 }), []);
});

Deno.test("a sample of rows has no duplicates, and all candidates that ran where there are few", async () => {
  const engine = await officialEngine(await officialDatasets());
  const rows = [[3, 60, 40], [5, 60, 40], [7, 60, 40]];
  const found = sampleOf(engine, PLAN, [outcomeOf({ method: "list", rows }, 3)], {
    most: 256,
    marketId: 1,
  });
  const { candidates } = describePlan(
    engine,
    PLAN,
    { draw: { method: "list", rows }, window: null },
    [0, 1, 2],
  );
  const text = (one: unknown): string => JSON.stringify(one);
  assertEquals(found.map(text).toSorted(), candidates.map(text).toSorted());
  assert(found.length === 3);
});
