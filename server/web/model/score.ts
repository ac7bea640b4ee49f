import type { MarketTimeframe } from "../../contracts/catalog.ts";
import { TERMS } from "../../contracts/metric_table.ts";
import type { Arena, MarketColumns, Metrics, Run } from "../engine/messages.ts";
import { gainOver } from "./exposure.ts";

/** Scores of a run and of idle, on the scale where Hold is 100. */
export interface QuickScore {
  readonly score: number;
  readonly idle: number;
}

/** The published formula. */
interface Scoring {
  readonly benchmarkFloor: number;
  readonly weights: Readonly<Record<typeof TERMS[number], number>>;
}

/** Returns the utility that scores 100: that of Hold, but at least a floor. */
export function scoreBase({ scoring }: Arena["profile"], benchmarkUtility: number): number {
  return Math.max(benchmarkUtility, (scoring as unknown as Scoring).benchmarkFloor);
}

/**
 * Returns the score of a run by the published formula, without an evaluation on 64 more paths.
 *
 * @param facts the engine's summary of the run's dataset
 */
export function quickScore(
  metrics: Metrics,
  profile: Arena["profile"],
  facts: Pick<MarketTimeframe, "benchmarkUtility" | "idleUtility">,
): QuickScore {
  const { weights } = profile.scoring as unknown as Scoring;
  const utility = TERMS.reduce((sum, name) => sum + weights[name] * metrics[name], 0);
  const benchmark = scoreBase(profile, facts.benchmarkUtility);
  return { score: 100 * utility / benchmark, idle: 100 * facts.idleUtility / benchmark };
}

/** Returns the money that a run earned beyond Hold, as a fraction of the capital. */
export function overHold(
  { portfolio, candidate }: Pick<Run, "portfolio" | "candidate">,
  { hold }: Pick<MarketColumns, "hold">,
): number {
  return gainOver(portfolio.equity, hold, Number(candidate.capital)).at(-1) ?? NaN;
}

/** Returns the scores of Hold and idle. Hold has 100 unless the floor replaces its utility. */
export function lineScores(
  profile: Arena["profile"],
  facts: Pick<MarketTimeframe, "benchmarkUtility" | "idleUtility">,
): { readonly hold: number; readonly idle: number } {
  const benchmark = scoreBase(profile, facts.benchmarkUtility);
  return {
    hold: 100 * facts.benchmarkUtility / benchmark,
    idle: 100 * facts.idleUtility / benchmark,
  };
}
