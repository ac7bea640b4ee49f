import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Candidate } from "../../contracts/candidate.ts";
import { BARS_PER_DAY } from "../../contracts/engine_constants.ts";
import { runCandidate } from "../engine/runs.ts";
import { gainOver } from "./exposure.ts";
import { quickScore } from "./score.ts";
import { officialDatasets } from "../../testing/official.ts";
import { makeClient } from "../../testing/page_client.ts";
import { ROTATION_VERDICT } from "../../testing/verdict.ts";
import { inTurn } from "../../testing/in_turn.ts";
import type { Arena, Metrics, Run } from "../engine/messages.ts";
import { explain, largestLever, scoreSteps, story, whyNoFill } from "./why.ts";

const datasets = await officialDatasets();
const NAME = "A candidate";
const TRIES = 3;

const CANDIDATES: readonly Candidate[] = [
  { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
  { marketId: 2, timeframe: "daily", components: [{ strategyId: "yield-bollinger" }] },
  // The pool is too small for it.
  {
    marketId: 1,
    capital: "9000000",
    components: [{ strategyId: "yield-rsi" }, { strategyId: "yield-macd" }],
  },
  {
    marketId: 3,
    components: [{ strategyId: "pull-to-par-hold", strategyParams: { minYield: 0.5 } }],
  },
];

/** Returns a number as the page may write it: in all digits, and in percent. */
function written(value: number): readonly string[] {
  return [value, 100 * value].flatMap((one) =>
    [0, 1, 2, 3].map((digits) =>
      Math.abs(one).toLocaleString("en", {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      })
    )
  );
}

function numbersIn(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersIn) : [];
}

Deno.test("every number of an explanation is a figure of the answer", async () => {
  const client = makeClient({}, datasets);
  const { profile } = await client.arena();
  const texts = await inTurn(CANDIDATES, async (candidate) => {
    const { marketId, timeframe = "hourly" } = candidate;
    const run = await runCandidate(client, candidate);
    const dataset = await client.columns(marketId, timeframe);
    const facts = await client.summary(marketId, timeframe);
    const { simulation } = await client.simulate("summary", candidate);
    const counts = { count: TRIES, counted: true, sharpeCount: TRIES, sharpeVariance: null };
    const evaluation = await client.evaluate(simulation, counts);
    const text = explain({ run, dataset, profile, facts }, {
      name: NAME,
      evaluation,
      tries: TRIES,
    });

    const { metrics, execution, resolvedScoringProfile: { scoredBars } } = run;
    const capital = Number(run.candidate.capital);
    const days = scoredBars / BARS_PER_DAY[timeframe];
    const steps = scoreSteps(metrics, profile, facts).map(({ points }) => points);
    const [gain = 0, , , turnover = 0, cost = 0] = steps;
    const { edge, beatsLine, paths, pAdjusted } = evaluation.verdict;
    const figures = numbersIn([
      [metrics, execution, capital, days, TRIES, steps, 100 - gain, turnover + cost],
      [metrics.executionCost * days, quickScore(metrics, profile, facts)],
      [dataset.hold, dataset.idle].map((line) =>
        gainOver(run.portfolio.equity, line, capital).at(-1)
      ),
      [edge, beatsLine, paths, pAdjusted],
    ]);
    const known = new Set([...figures.flatMap(written), "100"]);
    // A chance is written without the certainty of 0 and 1, and a level that no bar reached as it was.
    const told = text.replaceAll(/by luck (over 99|under 0\.1) %/g, "by luck")
      .replaceAll(/No fill: [^.]*\.[^.]*\.[^.]*\./g, "");
    const numbers = told.match(/\d+(,\d{3})*(\.\d+)?/g) ?? [];
    assert(numbers.length > 8, text);
    assertEquals(numbers.filter((number) => !known.has(number)), [], text);
    return text;
  });
  assertMatch(texts[0] ?? "", /^A candidate was run with 100,000 over \d+ scored days\./);
  assertMatch(texts[2] ?? "", /guardrails prevented that on [\d,]+, most often by /);
  assertMatch(texts[3] ?? "", /No fill: /);
  assert(texts.every((text) => /It has (not )?passed\.$/.test(text)));
});

Deno.test("an explanation on one history ends without a verdict", async () => {
  const client = makeClient({}, datasets);
  const { profile } = await client.arena();
  const candidate: Candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
  const [run, dataset, facts, { simulation }] = await Promise.all([
    runCandidate(client, candidate),
    client.columns(1, "hourly"),
    client.summary(1, "hourly"),
    client.simulate("summary", candidate),
  ]);
  const counts = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };
  const judged = await client.evaluate(simulation, counts);
  const evaluation = { ...judged, verdict: ROTATION_VERDICT };
  const text = explain({ run, dataset, profile, facts }, { name: NAME, evaluation, tries: 1 });
  assertMatch(text, /On its only path: .* One history gives no verdict\.$/);
});

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
  return largestLever(scoreSteps(metrics, PROFILE, FACTS), {
    metrics,
    resolvedScoringProfile: { scoredBars: 10 * 24 },
    candidate: { timeframe: "hourly" },
  } as Run);
};

const rounded = (value: number): number => Number(value.toFixed(9));

Deno.test("the terms sum to the score, each starting at the end of the previous one", () => {
  const steps = scoreSteps(METRICS, PROFILE, FACTS);
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
  assertEquals(
    story(0.0005, 83.5),
    "Earned 0.05 % more than Hold. After penalties for falls and trading: 83.5 of Hold's 100.",
  );
  assertMatch(story(-0.0042, 108.7), /^Earned 0\.42 % less than Hold\./);
  assertMatch(story(-0.00001, 99.9), /^Earned as much as Hold\./);
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
  assertEquals(whyNoFill(run(0, 2)), null);
  assertEquals(
    whyNoFill(run(0, 0)),
    'No fill: Implied yield was at most 11.30 %, "Smallest yield" is 50.00 %.',
  );
  assertEquals(
    whyNoFill(run(4, 0)),
    "No fill: it wanted to trade on 4 bars, but a guardrail prevented that, most often edge to cost.",
  );
  assertEquals(
    whyNoFill({ ...run(0, 0), seen: [] }),
    "No fill: no target in the scored window called for a position.",
  );
});
