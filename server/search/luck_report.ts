// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import type { SearchPlan } from "../contracts/plan.ts";
import type { Engine } from "../engine/engine.ts";
import { betterLine, excessOf, type PassiveLine, type WindowReturns } from "./daily_excess.ts";
import { type Distinct, type DistinctCount, distinctCount, RESULTS_KEPT } from "./distinct.ts";
import { runsPerCandidate } from "./markets.ts";
import { mergeMoments, momentsOfNumbers, NO_MOMENTS, varianceOf } from "./moments.ts";
import type { LineVariance, LuckReport } from "./report.ts";
import { triedSample } from "./sample.ts";
import type { Stage } from "./stage.ts";
import type { FoldOutcome } from "./stages.ts";
import { mergeSummaries, NO_SUMMARY } from "./summary.ts";
import { tripReport } from "./trips.ts";

/** Fewest ratios from which their variance is estimated, as in the engine. */
const VARIANCE_MIN = 10;
/** Candidates of one component whose ratios over Hold estimate the variance of all. */
const SAMPLE_MAX = 4096;

/** Trials in a window: the distinct candidates, and the spread of their ratios over SY. */
export interface SearchTrials {
  readonly tried: DistinctCount;
  /** Hashes of the distinct candidates. */
  readonly distinct: Distinct;
  readonly results: DistinctCount;
  /** Share of the candidates that ran and never traded; 0 if none ran. */
  readonly untradedShare: number;
  /** Number of candidates with a daily Sharpe ratio. */
  readonly ratios: number;
  /** Sample variance of their daily Sharpe ratios; null for too few. */
  readonly variance: number | null;
  /** The stages that chose among all candidates, not among the best of others. */
  readonly stages: readonly Stage[];
}

/** Returns the trials in the window of the best candidate, over all rounds. */
export function trialsOf(
  { searches, enqueued, found }: FoldOutcome,
  plan: SearchPlan,
): SearchTrials {
  const drawn = searches.filter((outcome) => outcome !== enqueued);
  const [first] = drawn;
  // The later rungs of a halving search are selections from the first.
  const isHalving = plan.method.kind === "halving" && first !== undefined;
  const own = enqueued?.summary ?? NO_SUMMARY;
  const { distinct, results, untraded, statuses } = isHalving
    ? mergeSummaries(own, first.summary, 0)
    : found.summary;
  const { sharpes } = isHalving ? first.summary : found.summary;
  const ran = statuses[0] ?? 0;
  const variance = varianceOf(sharpes, VARIANCE_MIN);
  return {
    tried: distinctCount(distinct, ran),
    distinct,
    results: distinctCount(results, ran, RESULTS_KEPT),
    untradedShare: untraded / Math.max(1, ran),
    ratios: sharpes.count,
    // Ratios of the first rung are of fewer days, and vary that much more.
    variance: isHalving && variance !== null ? variance / 4 ** (drawn.length - 1) : variance,
    stages: (isHalving ? [first] : searches).map(({ stage }) => stage),
  };
}

/** Returns the number of trials that figures of a search are deflated by. */
export function trialCount({ tried }: SearchTrials): number {
  // Distinct candidates, though some have the same result: the stricter of the two counts.
  return Math.max(1, tried.count);
}

/**
 * Returns the variance that deflates a ratio over a line: that of the trials' ratios, but at most that
 * of ratios without skill. A larger variance means that some candidates are truly better than others,
 * which must not count against the best.
 *
 * @param days days behind each ratio
 */
export function lineVariance(
  spread: number | null,
  { candidates, isSample, days }: Pick<LineVariance, "candidates" | "isSample"> & {
    readonly days: number;
  },
): LineVariance {
  const withoutSkill = 1 / Math.max(1, days);
  const used = Math.min(spread ?? Infinity, withoutSkill);
  return { spread, candidates, isSample, withoutSkill, used };
}

/** How daily returns of more candidates are computed. */
export interface SpreadOptions {
  readonly engine: Engine;
  readonly plan: SearchPlan;
  readonly marketId: number;
  returnsOf(candidates: readonly Candidate[]): Promise<WindowReturns>;
}

/**
 * Compares the best candidate with luck.
 *
 * @param returns daily returns of the best, which come first
 */
export async function luckOf(
  trials: SearchTrials,
  returns: WindowReturns,
  options: SpreadOptions,
): Promise<LuckReport> {
  const { engine } = options;
  const name = betterLine(returns);
  const [days] = returns.candidates;
  const over = { candidates: trials.ratios, isSample: false, days: returns.idle.days.length };
  const overIdle = lineVariance(trials.variance, over);
  const variance = name === "idle" ? overIdle : await spreadOverHold(trials, options, over.days);
  const count = trialCount(trials);
  const deflated = (line: PassiveLine, { used }: LineVariance): number | null =>
    days ? engine.sharpeLuck(excessOf(days, line.days), { count, variance: used }).deflated : null;
  return {
    tried: trials.tried.count,
    isExact: trials.tried.isExact,
    results: trials.results,
    untradedShare: trials.untradedShare,
    sharpeVariance: trials.variance,
    deflatedSharpe: deflated(returns.idle, overIdle),
    deflatedOverPassive: deflated(returns[name], variance),
    variance,
    trips: tripReport(returns.trips?.[name] ?? []),
    passiveLine: name,
    passiveScore: returns[name].score,
  };
}

/** Estimates the variance of the trials' daily ratios over Hold, which have no column. */
async function spreadOverHold(
  { stages }: SearchTrials,
  { engine, plan, marketId, returnsOf }: SpreadOptions,
  days: number,
): Promise<LineVariance> {
  let moments = NO_MOMENTS;
  // Runs of several components take as many times as long.
  const most = Math.floor(SAMPLE_MAX / runsPerCandidate(plan));
  for (const piece of triedSample(engine, plan, stages, { most, marketId })) {
    if (piece.length === 0) continue;
    const { candidates, hold } = await returnsOf(piece);
    const ratios = candidates.filter((one) => one !== null)
      .map((one) => engine.sharpeLuck(excessOf(one, hold.days)).sharpe ?? NaN);
    moments = mergeMoments(moments, momentsOfNumbers(Float64Array.from(ratios)));
  }
  const tried = stages.reduce((sum, { count }) => sum + count, 0);
  const sample = { candidates: moments.count, isSample: tried > most, days };
  return lineVariance(varianceOf(moments, VARIANCE_MIN), sample);
}
