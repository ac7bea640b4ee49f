import { assertEquals, assertMatch } from "@std/assert";
import type { Arena, Metrics, Run } from "../engine/messages.ts";
import { quickScore } from "./score.ts";
import { leverOf, noFillOf, stepsOf, storyOf } from "./why.ts";

const PROFILE = {
  scoring: {
    benchmarkFloor: 0.0001,
    weights: {
      annualizedMeanReturn: 1,
      maxDrawdown: -0.6,
      cvar: -2,
      turnover: -0.3,
      executionCost: -1,
    },
  },
} as unknown as Arena["profile"];
const FACTS = { benchmarkUtility: 0.05, idleUtility: 0.04 };
const METRICS = {
  annualizedMeanReturn: 0.045,
  maxDrawdown: 0.005,
  maxDrawdownDays: 3,
  cvar: 0.001,
  turnover: 0.05,
  executionCost: 0.001,
  exposure: 0.4,
  fills: 13,
} as Metrics;

const lever = (changed: Partial<Metrics>): string => {
  const metrics = { ...METRICS, ...changed };
  return leverOf(stepsOf(metrics, PROFILE, FACTS), {
    metrics,
    resolvedScoringProfile: { scoredBars: 10 * 24 },
    candidate: { timeframe: "hourly" },
  } as Run);
};

const rounded = (value: number): number => Number(value.toFixed(9));

Deno.test("the terms sum to the score, each starting at the end of the previous one", () => {
  const steps = stepsOf(METRICS, PROFILE, FACTS);
  assertEquals(steps.map(({ label, points }) => [label, Number(points.toFixed(9))]), [
    ["Mean return", 90],
    ["Deepest fall", -6],
    ["Bad days", -4],
    ["Trading", -30],
    ["Costs paid", -2],
  ]);
  assertEquals(steps.slice(1).map(({ from }) => from), steps.slice(0, -1).map(({ to }) => to));
  const { score } = quickScore(METRICS, PROFILE, FACTS);
  assertEquals(rounded(steps.at(-1)?.to ?? NaN), rounded(score));
});

Deno.test("the sentence is about the costliest term", () => {
  assertMatch(
    lever({}),
    /^Trading 13 times takes 30\.0 points, a penalty: the costs paid were 1\.00 % of the money\./,
  );
  assertMatch(lever({ maxDrawdown: 0.05 }), /^The deepest fall, 5\.00 % in 3 days, costs 60\.0/);
  assertMatch(lever({ cvar: 0.01 }), /^The worst days, 1\.000 % each on average, cost 40\.0/);
  assertMatch(
    lever({ annualizedMeanReturn: 0.01 }),
    /^The mean return is 80\.0 points short of Hold's 100: on average 40 % of the capital was in PT/,
  );
  const nothing = { maxDrawdown: 0, cvar: 0, turnover: 0, executionCost: 0 };
  assertMatch(lever({ ...nothing, annualizedMeanReturn: 0.06 }), /^No term costs a point/);
});

Deno.test("money and score are told apart, both against Hold", () => {
  assertEquals(storyOf(0.0005, 83.5), [
    "Earned 0.05 % more than Hold.",
    "After penalties for falls and trading: 83.5 of Hold's 100.",
  ]);
  assertEquals(storyOf(-0.0042, 108.7)[0], "Earned 0.42 % less than Hold.");
  assertEquals(storyOf(-0.00001, 99.9)[0], "Earned as much as Hold.");
});

Deno.test("a run without a fill says why, with the operand", () => {
  const run = (intents: number, fills: number): Run => ({
    metrics: { ...METRICS, fills },
    candidate: { components: [{ strategyId: "pull-to-par-hold" }] },
    execution: { intents, skippedByReason: { MIN_EDGE_TO_COST: 3, MIN_HOLD_BARS: 1 } },
    resolvedScoringProfile: { tradeStartIndex: 0 },
    seen: [[{
      name: "Implied yield",
      unit: "annual yield",
      scale: "impliedApy",
      column: Float64Array.of(0.05, 0.113),
      marks: [{ name: "minYield", role: "hold", compare: ">=", value: 0.5, column: null }],
    }]],
  } as unknown as Run);
  assertEquals(noFillOf(run(0, 2)), null);
  assertEquals(
    noFillOf(run(0, 0)),
    'No fill: Implied yield was at most 11.30 %, "Smallest yield" is 50.00 %.',
  );
  assertEquals(
    noFillOf(run(4, 0)),
    "No fill: it wanted to trade on 4 bars, but a guardrail prevented that, most often edge to cost.",
  );
  assertEquals(
    noFillOf({ ...run(0, 0), seen: [] }),
    "No fill: no target in the scored window called for a position.",
  );
});
