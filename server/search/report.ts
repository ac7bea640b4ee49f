// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import { isFigure } from "../contracts/figures.ts";
import type { SearchPlan } from "../contracts/plan.ts";
import type { Evaluated } from "./evaluated.ts";
import type { Overfitting } from "../engine/engine.ts";
import type { BarRange } from "./folds.ts";
import type { Histogram } from "./histogram.ts";
import type { MeritMap } from "./maps.ts";
import type { Figures } from "./points.ts";
import type { Verdict } from "./verdict.ts";

/** One of the best, as a report shows it. */
export interface ReportEntry {
  readonly rank: number;
  readonly number: number;
  readonly candidate: Candidate;
  readonly coordinates: readonly number[];
  /** On the bars that were searched. */
  readonly figures: Figures;
  /** On the bars that test, of a hold-out. */
  readonly tested: Figures | null;
  /** On all bars; null where it was not asked for. */
  readonly evaluation: Evaluated | null;
}

/** Of the bars that were searched, and of those that test. */
export interface InAndOut {
  readonly searched: number;
  readonly tested: number;
}

/** First and last day, as 2026-01-31. */
export type Days = readonly [string, string];

/** How the best of a fold did on bars that it was not chosen on. */
export interface FoldReport {
  readonly name: string;
  readonly search: BarRange;
  readonly test: BarRange;
  /** Days of their first and last bar, in UTC. */
  readonly dates: { readonly search: Days; readonly test: Days };
  readonly candidate: Candidate;
  readonly inSample: Figures;
  readonly outOfSample: Figures;
  /** The passive line that was better on the bars that were searched: nobody knew more. */
  readonly line: "hold" | "idle";
  /** Its score in the bars that test. */
  readonly passiveScore: number;
  /** What the best earned over the line, mean per year. */
  readonly excess: InAndOut;
  /** Daily Sharpe ratio of that, 0 where its days do not differ. */
  readonly ratio: InAndOut;
  /** The ratio tested over that searched; null where the latter is not positive. */
  readonly efficiency: number | null;
  /** Share of the best of the fold that were above the passive line out of sample. */
  readonly shareAbove: number;
}

/** How far the best is from what luck gives. */
export interface LuckReport {
  /** Distinct candidates that were tried, and whether they were counted exactly. */
  readonly tried: number;
  readonly isExact: boolean;
  /** Sample variance of their daily Sharpe ratios; null of fewer than ten. */
  readonly sharpeVariance: number | null;
  /** Probability that the true ratio over SY is above what so many tries give; `RULES.md` 6.5. */
  readonly deflatedSharpe: number | null;
  /**
   * The same of the daily excess over the better passive line; the variance is that of a sample of
   * what was tried, and at most that of ratios without skill, 1 over the days.
   */
  readonly deflatedOverPassive: number | null;
  readonly passiveLine: "hold" | "idle";
  readonly passiveScore: number;
}

/** Of the best's neighbours. */
export interface NeighbourReport {
  readonly count: number;
  /** Share of them whose score is above the passive line. */
  readonly shareAbove: number;
  /** Smallest score, quartiles and largest. */
  readonly scores: readonly number[];
}

/** What is left of the best of each fold on the days that they were not chosen on. */
export interface OutOfSample {
  readonly days: number;
  /** Means of the folds. */
  readonly excess: InAndOut;
  readonly ratio: InAndOut;
  /** The ratio tested over that searched; null where the latter is not positive. */
  readonly efficiency: number | null;
  /** Probability that the true excess of the tested days is above 0. */
  readonly probability: number | null;
}

/** What is said of a search. */
export interface SearchReport {
  readonly plan: SearchPlan;
  readonly versions: unknown;
  readonly datasets: readonly { readonly marketId: number; readonly sha256: string }[];
  readonly candidates: {
    /** Over all folds, rungs and rounds. */
    readonly run: number;
    /** In the window that the best is of. */
    readonly inWindow: number;
    /** Of those in the window by what became of them. */
    readonly statuses: Readonly<Record<string, number>>;
    /** Of those in the window, those that ran within all constraints. */
    readonly kept: number;
  };
  readonly verdict: Verdict;
  readonly best: ReportEntry | null;
  readonly luck: LuckReport | null;
  readonly overfitting: Overfitting | null;
  readonly neighbours: NeighbourReport | null;
  readonly folds: readonly FoldReport[];
  /** All folds together. */
  readonly outOfSample: OutOfSample | null;
  readonly histogram: Histogram;
  readonly maps: readonly MeritMap[];
  readonly top: readonly ReportEntry[];
}

/** Returns the figure of an entry that a plan aims at; null where there is none. */
export function aimOf(
  { figures, evaluation }: Pick<ReportEntry, "figures" | "evaluation">,
  { aim }: Pick<SearchPlan, "aim">,
): number | null {
  return isFigure(aim) ? figures[aim] : evaluation?.figures[aim] ?? null;
}
