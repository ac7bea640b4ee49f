// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { Engine } from "../../engine/engine.ts";
import {
  betterLine,
  excessOf,
  type PassiveLine,
  type WindowReturns,
} from "../fold/daily_excess.ts";
import { type DistinctCount, distinctCount, RESULTS_KEPT } from "../fold/distinct.ts";
import { countRatios, isSample, knownRatios, sharpeVariance } from "../../store/trials.ts";
import type { KeyTrials } from "../fold/key_trials.ts";
import { runsPerCandidate } from "../fold/markets.ts";
import { mergeMoments, momentsOfNumbers, NO_MOMENTS, varianceOf } from "../fold/moments.ts";
import type { LineVariance, LuckReport } from "./report.ts";
import { triedSample } from "../stages/sample.ts";
import type { Stage } from "../stages/stage.ts";
import type { FoldOutcome } from "../stages/stages.ts";
import { joined } from "../stages/joined.ts";
import type { Tried } from "../fold/summary.ts";
import { tripReport } from "../fold/trips.ts";

/** Fewest ratios from which their variance is estimated, as in the engine. */
const VARIANCE_MIN = 10;
/** The spread of the daily ratios of candidates. */
export interface RatioSpread {
  /** Sample variance; null for too few. */
  readonly variance: number | null;
  /** Number of candidates with a ratio. */
  readonly candidates: number;
  /** Whether they are a sample of all. */
  readonly isSample: boolean;
}

/** How the Sharpe ratios of a search are deflated: by how many trials, and their spread. */
export interface Deflation {
  readonly count: number;
  readonly spread: RatioSpread;
}

/** Candidates of one component whose ratios over Hold estimate the variance of all. */
const SAMPLE_MAX = 4096;

/** Trials in a window: the distinct candidates, with their ratios over SY. */
export interface SearchTrials {
  readonly tried: DistinctCount;
  readonly candidates: Tried;
  readonly results: DistinctCount;
  /** Share of the candidates that ran and never traded; 0 if none ran. */
  readonly untradedShare: number;
  /** The spread of their ratios. */
  readonly spread: RatioSpread;
  /** The stages that chose among all candidates, not among the best of others. */
  readonly stages: readonly Stage[];
}

/** Returns the trials in the window of the best candidate, over all rounds. */
export function trialsOf(
  engine: Pick<Engine, "mergeSummaries">,
  { searches, enqueued, found }: FoldOutcome,
  plan: SearchPlan,
): SearchTrials {
  const drawn = searches.filter((outcome) => outcome !== enqueued);
  const [first] = drawn;
  // The later rungs of a halving search are selections from the first.
  const isHalving = plan.method.kind === "halving" && first !== undefined;
  const { summary: { tried: candidates, results, untraded, statuses } } = isHalving
    ? joined(engine, enqueued === null ? [first] : [enqueued, first])
    : found;
  const { ratios } = isHalving ? first.summary.tried : candidates;
  const ran = statuses[0] ?? 0;
  const tried = distinctCount(candidates.hashes, ran);
  const { count, ...moments } = momentsOfNumbers(ratios);
  const variance = varianceOf({ count, ...moments }, VARIANCE_MIN);
  return {
    tried,
    candidates,
    results: distinctCount(results, ran, RESULTS_KEPT),
    untradedShare: untraded / Math.max(1, ran),
    spread: {
      // Ratios of the first rung are of fewer days, and vary that much more.
      variance: isHalving && variance !== null ? variance / 4 ** (drawn.length - 1) : variance,
      candidates: count,
      isSample: !tried.isExact,
    },
    stages: (isHalving ? [first] : searches).map(({ stage }) => stage),
  };
}

/**
 * Returns whether the ratios of a search are those of official runs: its candidates ran on all scored
 * bars, and on one dataset.
 */
export function isOfficial(
  { stages }: SearchTrials,
  datasetHashes: readonly string[],
): boolean {
  return datasetHashes.length === 1 && stages.every(({ window }) => window === null);
}

/** Returns the deflation of a search's ratios, by the trials of its key, its own included. */
export function deflationOf(trials: SearchTrials, { all }: Pick<KeyTrials, "all">): Deflation {
  const each = [...all.values()];
  // On several datasets, the stricter count.
  const count = Math.max(1, ...each.map(({ ratios }) => countRatios(ratios)));
  const [only] = each;
  if (only === undefined || !isOfficial(trials, [...all.keys()])) {
    return { count, spread: trials.spread };
  }
  const spread = {
    variance: sharpeVariance(only.ratios),
    candidates: knownRatios(only.ratios).length,
    isSample: isSample(only.ratios),
  };
  return { count, spread };
}

/**
 * Returns the variance that deflates a ratio over a line: that of the trials' ratios, but at most that
 * of ratios without skill. A larger variance means that some candidates are truly better than others,
 * which must not count against the best.
 *
 * @param days days behind each ratio
 */
function lineVariance(
  { variance: spread, candidates, isSample }: RatioSpread,
  days: number,
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
 * @param deflation see `deflationOf`
 * @param returns daily returns of the best, which come first
 */
export async function luckOf(
  trials: SearchTrials,
  { count, spread }: Deflation,
  returns: WindowReturns,
  options: SpreadOptions,
): Promise<LuckReport> {
  const { engine } = options;
  const name = betterLine(returns);
  const [days] = returns.candidates;
  const length = returns.idle.days.length;
  const overIdle = lineVariance(spread, length);
  const variance = name === "idle"
    ? overIdle
    : lineVariance(await spreadOverHold(trials, options), length);
  const deflated = (line: PassiveLine, { used }: LineVariance): number | null =>
    days ? engine.sharpeLuck(excessOf(days, line.days), { count, variance: used }).deflated : null;
  return {
    tried: trials.tried.count,
    isExact: trials.tried.isExact,
    searched: count,
    results: trials.results,
    untradedShare: trials.untradedShare,
    sharpeVariance: spread.variance,
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
): Promise<RatioSpread> {
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
  return {
    variance: varianceOf(moments, VARIANCE_MIN),
    candidates: moments.count,
    isSample: tried > most,
  };
}
