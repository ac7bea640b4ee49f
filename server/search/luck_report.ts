// This module is browser compatible.

import type { Engine } from "../engine/engine.ts";
import { betterLine, excessOf, type PassiveLine, type WindowReturns } from "./daily_excess.ts";
import { distinctCount } from "./distinct.ts";
import { momentsOfNumbers, varianceOf } from "./moments.ts";
import type { LuckReport } from "./report.ts";
import type { FoldOutcome } from "./stages.ts";
import { mergeSummaries } from "./summary.ts";

/** Fewest ratios from which their variance is estimated, as in the engine. */
const VARIANCE_MIN = 10;

/** Trials in a window: the number of distinct candidates, and the variance of their ratios. */
export interface SearchTrials {
  readonly count: number;
  readonly isExact: boolean;
  /** Sample variance of their daily Sharpe ratios; null for too few. */
  readonly variance: number | null;
}

/** Returns the trials in the window of the best candidate, over all rounds and rungs. */
export function trialsOf({ searches, found }: FoldOutcome): SearchTrials {
  const [first, second] = searches;
  const isHalving = second !== undefined && first?.stage.window !== found.stage.window;
  const { distinct } = isHalving
    ? searches.map(({ summary }) => summary)
      .reduce((one, other) => mergeSummaries(one, { ...other, maps: [] }, 0))
    : found.summary;
  const { count, exact } = distinctCount(distinct);
  const known = isHalving ? first?.summary ?? found.summary : found.summary;
  const variance = varianceOf(known.sharpes, VARIANCE_MIN);
  // Only the first rung is not a selection. Its ratios are of fewer days, and vary that much more.
  const ofDays = isHalving && variance !== null ? variance / 4 ** (searches.length - 1) : variance;
  return { count: Math.max(1, count), isExact: exact, variance: ofDays };
}

/**
 * Compares the best candidate with luck.
 *
 * @param returns daily returns of the best, followed by those of a sample of all trials
 */
export function luckOf(
  engine: Engine,
  { count, isExact, variance }: SearchTrials,
  returns: WindowReturns,
): LuckReport {
  const name = betterLine(returns);
  const line = returns[name];
  const [days, ...others] = returns.candidates;
  const ratios = others.filter((one) => one !== null)
    .map((one) => engine.sharpeLuck(excessOf(one, line.days)).sharpe ?? NaN);
  const spread = varianceOf(momentsOfNumbers(Float64Array.from(ratios)), VARIANCE_MIN);
  // Ratios without skill vary by no more than their error. A larger variance means that some
  // candidates are truly better than others, which must not count against the best.
  const byLuck = days && Math.min(spread ?? Infinity, 1 / days.length);
  const deflated = (over: PassiveLine, ratioVariance: number | null): number | null =>
    days
      ? engine.sharpeLuck(excessOf(days, over.days), { count, variance: ratioVariance }).deflated
      : null;
  return {
    tried: count,
    isExact,
    sharpeVariance: variance,
    deflatedSharpe: deflated(returns.idle, variance),
    deflatedOverPassive: deflated(line, byLuck ?? null),
    passiveLine: name,
    passiveScore: line.score,
  };
}
