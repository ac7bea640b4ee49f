import { assert, assertEquals } from "@std/assert";
import { z } from "zod";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { FullSimulationSchema } from "../../server/contracts/simulation.ts";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import type { Dataset } from "../../server/datasets/dataset.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { columnOf, officialDatasets, officialEngine } from "../../server/testing/official.ts";
import { assertRecomputed } from "./assert_recomputed.ts";
import { drawnDays, xoshiro } from "./random.ts";
import { cvar, deviation, drawdown, effectiveDays, mean, sum } from "./statistics.ts";
import { probabilisticSharpe } from "./statistics.ts";

const ScenarioPathsSchema = z.strictObject({
  scenarios: z.array(z.strictObject({
    id: z.string(),
    idle: z.array(z.number()),
    strategy: z.array(z.number()),
  })),
});

type Simulation = z.infer<typeof FullSimulationSchema>;
type Evaluation = z.infer<typeof EvaluationSchema>;

const DAY_MS = 86_400_000;
const TOLERANCE = 1e-9;
const DAYS_PER_YEAR = 365;
const BARS_PER_DAY = { hourly: 24, daily: 1 };
const SCENARIO_SEED = 20261120n;
const INTERVAL_GENERATOR = 100n;
const DRAWS = 1000;

const datasets = await officialDatasets();
const engine = await officialEngine(datasets);

/** Every market, both timeframes, one and several components, good and bad. */
const CANDIDATES = [
  [1, "hourly", ["yield-rsi"]],
  [1, "daily", ["term-slope", "pull-to-par-hold"]],
  [2, "hourly", ["expiry-week-fade", "spread-zscore"]],
  [2, "daily", ["yield-bollinger"]],
  [3, "hourly", ["depth-scaled-carry"]],
  [3, "daily", ["discount-zscore", "carry-roll-score", "yield-tsmom"]],
] as const;

for (const [marketId, timeframe, strategies] of CANDIDATES) {
  Deno.test(`every figure of an evaluation follows from the answers: ${marketId} ${timeframe} ${strategies}`, () => {
    const components = strategies.map((strategyId) => ({ strategyId }));
    const candidate = { marketId, timeframe, components };
    const answer = engine.simulate(encoded({ view: "full", simulationId: "s", candidate })).bytes;
    const simulation = okValue(FullSimulationSchema, answer);
    const scored = engine.evaluate(encoded({}), okBytes(answer), UNCOUNTED);
    const evaluation = okValue(EvaluationSchema, scored);
    const dataset = datasets.find(({ header }) =>
      header.marketId === marketId && header.timeframe === timeframe
    );
    if (!dataset) throw new Error("there is such a dataset");
    checkMetrics(simulation, dataset);
    checkScore(evaluation);
    assertRecomputed(evaluation);
    near(evaluation.capitalScore.tEff, effectiveDays(dailyReturns(simulation)));
    checkLuck(simulation, evaluation, dataset);
    checkInterval(simulation, evaluation, dataset);
    const paths = okValue(ScenarioPathsSchema, engine.scenarioPaths(encoded(candidate)));
    checkPaths(simulation, evaluation, paths.scenarios);
  });
}

/** Equity from the bar before the first scored bar, at which it is the capital. */
function scoredEquity({ candidate, portfolio, resolvedScoringProfile }: Simulation): number[] {
  const { tradeStartIndex } = resolvedScoringProfile;
  return [Number(candidate.capital), ...portfolio.equity.slice(tradeStartIndex)];
}

function growth(values: readonly number[]): number[] {
  return values.slice(1).map((value, at) => value / (values[at] ?? NaN) - 1);
}

/** The value before the scored window, and the last value of each of its days. */
function dayEnds(
  { timestamp, resolvedScoringProfile }: Simulation,
  values: readonly number[],
): number[] {
  const scored = timestamp.slice(resolvedScoringProfile.tradeStartIndex);
  const days = scored.map((instant) => Math.floor((Date.parse(instant) - 1000) / DAY_MS));
  const ends = values.slice(1).filter((_, at) => days[at] !== days[at + 1]);
  return [values[0] ?? NaN, ...ends];
}

function checkMetrics(simulation: Simulation, dataset: Dataset): void {
  const { candidate: { timeframe }, portfolio, metrics, resolvedScoringProfile } = simulation;
  const equity = scoredEquity(simulation);
  const days = resolvedScoringProfile.scoredBars / BARS_PER_DAY[timeframe];
  const daily = dailyReturns(simulation);
  const excess = dailyExcess(simulation, dataset);
  near(
    metrics.annualizedMeanReturn,
    mean(growth(equity)) * DAYS_PER_YEAR * BARS_PER_DAY[timeframe],
  );
  near(metrics.compoundAnnualReturn, ratio(equity) ** (DAYS_PER_YEAR / days) - 1);
  near(metrics.maxDrawdown, drawdown(equity));
  near(metrics.cvar, cvar(daily));
  near(metrics.turnover, sum(portfolio.turnover) / days);
  near(metrics.executionCost, sum(portfolio.cost) / days);
  near(metrics.annualizedVolatility, deviation(daily) * Math.sqrt(DAYS_PER_YEAR));
  near(metrics.sharpe, mean(excess) / deviation(excess) * Math.sqrt(DAYS_PER_YEAR));
}

function dailyReturns(simulation: Simulation): number[] {
  return growth(dayEnds(simulation, scoredEquity(simulation)));
}

function ratio(values: readonly number[]): number {
  return (values.at(-1) ?? NaN) / (values[0] ?? NaN);
}

/** Daily excess returns over SY; the first day counts from its first bar. */
function dailyExcess(simulation: Simulation, dataset: Dataset): number[] {
  const { tradeStartIndex } = simulation.resolvedScoringProfile;
  const index = [...columnOf(dataset, "syIndex").subarray(tradeStartIndex)];
  const idle = growth(dayEnds(simulation, [index[0] ?? NaN, ...index]));
  const daily = dailyReturns(simulation);
  return daily.map((value, at) => value - (idle[at] ?? NaN));
}

interface Terms {
  readonly annualizedMeanReturn: number;
  readonly maxDrawdown: number;
  readonly cvar: number;
  readonly turnover: number;
  readonly executionCost: number;
}

function utility(terms: Terms): number {
  return terms.annualizedMeanReturn - 0.6 * terms.maxDrawdown - 2 * terms.cvar -
    0.3 * terms.turnover - terms.executionCost;
}

function checkScore(evaluation: Evaluation): void {
  const { scenarioResult, benchmark, benchmarkUtility, score, breakdown } = evaluation;
  near(scenarioResult.utilityScore, utility(scenarioResult));
  near(benchmarkUtility, utility(benchmark));
  near(score, 100 * scenarioResult.utilityScore / Math.max(benchmarkUtility, 0.0001));
  assertEquals(evaluation.benchmarkFloorUsed, benchmarkUtility < 0.0001);
  near(sum(Object.values(breakdown.strategy)), scenarioResult.utilityScore);
  near(sum(Object.values(breakdown.idle)), evaluation.idleUtility);
  for (const scenario of evaluation.scenarios) near(scenario.utility, utility(scenario));
}

function checkLuck(simulation: Simulation, { luck }: Evaluation, dataset: Dataset): void {
  const excess = dailyExcess(simulation, dataset);
  // The series of the error function is accurate to 1e-9 here.
  near(luck.probabilisticSharpe, probabilisticSharpe(excess, 0).probability);
  assertEquals(luck.deflatedSharpe, luck.probabilisticSharpe, "one trial deflates nothing");
}

/** The interval draws the same days for the candidate and for Hold. */
function checkInterval(simulation: Simulation, evaluation: Evaluation, dataset: Dataset): void {
  const { benchmark, benchmarkUtility, luck, scenarioResult } = evaluation;
  const own = dailyReturns(simulation);
  const hold = growth(dayEnds(simulation, holdEquity(simulation, dataset)));
  const random = xoshiro(SCENARIO_SEED + 1_000_003n * INTERVAL_GENERATOR);
  const scores = Array.from({ length: DRAWS }, () => {
    const days = drawnDays(random, own.length);
    const gained = drawnUtility(own, days, scenarioResult) - drawnUtility(hold, days, benchmark);
    return 100 * (benchmarkUtility + gained) / Math.max(benchmarkUtility, 0.0001);
  }).toSorted((a, b) => a - b);
  near(luck.scoreInterval[0], scores[49] ?? NaN);
  near(luck.scoreInterval[1], scores[949] ?? NaN);
}

/** Equity of Hold from the bar before the first scored bar; the datasets end at maturity. */
function holdEquity(simulation: Simulation, dataset: Dataset): number[] {
  const { candidate, resolvedExecutionPolicy, resolvedScoringProfile } = simulation;
  const capital = Number(candidate.capital);
  const fee = resolvedExecutionPolicy.feeBps / 10_000;
  const prices = [...columnOf(dataset, "ptPrice").subarray(resolvedScoringProfile.tradeStartIndex)];
  const units = (capital - capital * fee / (1 + fee)) / (prices[0] ?? NaN);
  return [capital, ...prices.map((price) => units * price)];
}

function drawnUtility(daily: readonly number[], days: readonly number[], run: Terms): number {
  const drawn = days.map((day) => daily[day] ?? NaN);
  const equity = [1];
  for (const day of drawn) equity.push((equity.at(-1) ?? NaN) * (1 + day));
  return utility({
    ...run,
    annualizedMeanReturn: DAYS_PER_YEAR * mean(drawn),
    maxDrawdown: drawdown(equity),
    cvar: cvar(drawn),
  });
}

/** The daily equity of each scenario reproduces its figures in the evaluation. */
function checkPaths(
  simulation: Simulation,
  evaluation: Evaluation,
  paths: readonly { id: string; idle: number[]; strategy: number[] }[],
): void {
  assertEquals(paths.map(({ id }) => id), evaluation.scenarios.map(({ id }) => id));
  const ends = dayEnds(simulation, scoredEquity(simulation));
  const capital = Number(simulation.candidate.capital);
  assertEquals(paths[0]?.strategy, ends.slice(1).map((equity) => equity / capital));
  for (const [at, { idle, strategy }] of paths.entries()) {
    const scenario = evaluation.scenarios[at];
    near(scenario?.cvar, cvar(growth([1, ...strategy])));
    assert((scenario?.maxDrawdown ?? 0) >= drawdown([1, ...strategy]) - TOLERANCE);
    assertEquals(idle.length, strategy.length);
  }
}

function near(found: unknown, expected: number): void {
  assert(typeof found === "number", `${found} is a number`);
  const bound = TOLERANCE * Math.max(1e-3, Math.abs(expected));
  assert(Math.abs(found - expected) <= bound, `${found}, expected ${expected}`);
}
