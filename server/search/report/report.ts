// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import { isFigure } from "../../contracts/figures.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { Timeframe } from "../../contracts/scalar.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";
import type { Evaluated } from "../stages/evaluated.ts";
import type { Overfitting } from "../../engine/engine.ts";
import type { Figures } from "../points/points.ts";
import type { BarRange, Stage } from "../stages/stage.ts";

/** The verdict on the best candidate of a search. */
export interface Verdict {
  /** Whether anything speaks against the candidate. */
  readonly isFlagged: boolean;
  readonly level: "holds" | "doubtful" | "luck" | "none";
  /** The verdict in one sentence. */
  readonly sentence: string;
  /** Reasons against the candidate, one sentence each. */
  readonly reasons: readonly string[];
  /** Sentences that decide nothing: about the data, and axes to widen. */
  readonly notes: readonly string[];
}

/** A number of distinct rows. */
export interface DistinctCount {
  readonly count: number;
  readonly isExact: boolean;
}

/** Round trips of a candidate, and whether they are more than luck. */
export interface TripReport {
  readonly count: number;
  /** Share of the sum of all gains that the largest one has; null without a gain. */
  readonly largestShare: number | null;
  /** Probability that trips of the same sizes, with signs by lot, give as much in all. */
  readonly byLot: number;
}

/** The end of a search before all its candidates ran. */
export interface EarlyEnd {
  /** Candidates that the method ran, and would have run. */
  readonly ran: number;
  readonly planned: number;
  /** Candidates since the best one. */
  readonly since: number;
}

/** Counts of merits by bins of one width: bin `first + k` begins at `(first + k) * width`. */
export interface Histogram {
  readonly width: number;
  readonly first: number;
  readonly counts: readonly number[];
}

/**
 * Merits by the bins of two axes, or of one, row by row; the second axis selects the row. Sums and best
 * merits are rounded to four digits.
 */
export interface MeritMap {
  /** Indices of the axes in the plan. */
  readonly axes: readonly [number] | readonly [number, number];
  readonly width: number;
  readonly height: number;
  readonly counts: readonly number[];
  readonly sums: readonly number[];
  /** null: no candidate is in the cell. */
  readonly best: readonly (number | null)[];
}

/** How much of the figure's variance one axis explains alone. */
export interface AxisImportance {
  /** Index of the axis in the plan. */
  readonly axis: number;
  /** The variance of the mean merit by bins of the axis over that of all merits, from 0 to 1. */
  readonly share: number;
  /** The share that an axis without effect has on average. */
  readonly byChance: number;
}

/** The importance of every axis. */
export interface Importance {
  /** The candidates that it is of: all, or only the first round or rung, which is drawn evenly. */
  readonly of: "all" | "firstRound" | "firstRung";
  /** Number of those candidates that ran within all constraints. */
  readonly count: number;
  /** Most important first. */
  readonly axes: readonly AxisImportance[];
}

/** One of the best candidates. */
export interface ReportEntry {
  readonly rank: number;
  readonly number: number;
  readonly candidate: Candidate;
  readonly coordinates: readonly number[];
  /** Figures on the searched bars. */
  readonly figures: Figures;
  /** Figures on the tested bars of a hold-out. */
  readonly tested: Figures | null;
  /** Evaluation on all bars; null if the plan did not ask for it. */
  readonly evaluation: Evaluated | null;
}

/** A figure on the searched and on the tested bars. */
export interface InAndOut {
  readonly searched: number;
  readonly tested: number;
}

/** First and last day, such as 2026-01-31. */
export type Days = readonly [string, string];

/** The best of a fold on bars that it was not chosen on. */
export interface FoldReport {
  readonly name: string;
  readonly search: BarRange;
  readonly test: BarRange;
  /** Days of the first and last bar, UTC. */
  readonly dates: { readonly search: Days; readonly test: Days };
  readonly candidate: Candidate;
  readonly inSample: Figures;
  readonly outOfSample: Figures;
  /** The passive line that was better on the searched bars. */
  readonly line: "hold" | "idle";
  /** Score of the line on the tested bars. */
  readonly passiveScore: number;
  /** Mean return of the best over the line, per year. */
  readonly excess: InAndOut;
  /** Daily Sharpe ratio of the excess; 0 if it is constant. */
  readonly ratio: InAndOut;
  /** Tested ratio over searched ratio; null if the latter is not positive. */
  readonly efficiency: number | null;
  /** Share of the fold's best candidates that beat the passive line out of sample. */
  readonly shareAbove: number;
}

/** The variance that deflates a daily ratio over a passive line: the smaller of two. */
export interface LineVariance {
  /** Sample variance of the ratios of the trials; null for fewer than ten. */
  readonly spread: number | null;
  /** Candidates behind `spread`, and whether they are a sample of all. */
  readonly candidates: number;
  readonly isSample: boolean;
  /** Variance of a ratio without skill: 1 over the number of days. */
  readonly withoutSkill: number;
  readonly used: number;
}

/** How the best compares with luck. */
export interface LuckReport {
  /** Number of distinct candidates that the search tried, and whether it is exact. */
  readonly tried: number;
  readonly isExact: boolean;
  /** Number of trials that the deflations use: also those of the key before, `RULES.md` 6.6. */
  readonly searched: number;
  /** Number of different results among them: score, fills, turnover and CVaR. */
  readonly results: DistinctCount;
  /** Share of the candidates that ran and never traded. */
  readonly untradedShare: number;
  /** Sample variance of the daily Sharpe ratios of these over SY; null for fewer than ten. */
  readonly sharpeVariance: number | null;
  /**
   * Probability that the true ratio over SY exceeds the luck of as many trials, `RULES.md` 6.5, with the
   * smaller of two variances, see `LineVariance`.
   */
  readonly deflatedSharpe: number | null;
  /** The same for the daily excess over the better passive line; where that is idle, the same number. */
  readonly deflatedOverPassive: number | null;
  /** The variance behind `deflatedOverPassive`. */
  readonly variance: LineVariance;
  /** Round trips of the best over that line; null without any. */
  readonly trips: TripReport | null;
  readonly passiveLine: "hold" | "idle";
  readonly passiveScore: number;
}

/** The neighbours of the best candidate. */
export interface NeighbourReport {
  readonly count: number;
  /** Share of neighbours whose score is above the passive line. */
  readonly shareAbove: number;
  /** Minimum, quartiles and maximum of the scores. */
  readonly scores: readonly number[];
}

/** The best of all folds on the days that they were not chosen on. */
export interface OutOfSample {
  readonly days: number;
  /** Means over the folds. */
  readonly excess: InAndOut;
  readonly ratio: InAndOut;
  /** Tested ratio over searched ratio; null if the latter is not positive. */
  readonly efficiency: number | null;
  /** Probability that the true excess on the tested days is positive. */
  readonly probability: number | null;
}

/** A stage of the plan; the points of a search are those of these stages, in this order. */
export interface StageReport {
  readonly name: string;
  readonly role: Stage["role"];
  /** Number of candidates. */
  readonly count: number;
  /** The bars that were traded and scored; null: all bars of each market. */
  readonly window: BarRange | null;
}

/** The data of a market that a search used. */
export interface DatasetReport {
  readonly marketId: number;
  readonly marketKey: string;
  readonly marketName: string;
  readonly timeframe: Timeframe;
  /** First and last scored day. */
  readonly days: Days;
  readonly provenance: DatasetHeader["provenance"];
  /** Names of estimated columns and constants. */
  readonly estimated: readonly string[];
  readonly sha256: string;
}

/** The report of a search. */
export interface SearchReport {
  readonly plan: SearchPlan;
  readonly versions: unknown;
  readonly datasets: readonly DatasetReport[];
  readonly stages: readonly StageReport[];
  readonly candidates: {
    /** Candidates run over all folds, rungs and rounds. */
    readonly run: number;
    /** Candidates in the window of the best. */
    readonly inWindow: number;
    /** Candidates in the window by status. */
    readonly statuses: Readonly<Record<string, number>>;
    /** Candidates in the window that ran within all constraints. */
    readonly kept: number;
  };
  readonly verdict: Verdict;
  /**
   * How many candidates were compared by their edge on the first paths of their verdicts, of a plan
   * that aims at an evaluated figure; null where the evaluated ones were chosen by their score.
   */
  readonly paths: readonly { readonly paths: number; readonly candidates: number }[] | null;
  readonly best: ReportEntry | null;
  readonly luck: LuckReport | null;
  readonly overfitting: Overfitting | null;
  readonly neighbours: NeighbourReport | null;
  readonly folds: readonly FoldReport[];
  /** All folds together. */
  readonly outOfSample: OutOfSample | null;
  readonly histogram: Histogram;
  readonly maps: readonly MeritMap[];
  /** Share of the variance that each axis explains alone; null if all merits are equal. */
  readonly importance: Importance | null;
  /** The folds that the plan's patience ended early, and where. */
  readonly stopped: readonly (EarlyEnd & { readonly fold: string })[];
  readonly top: readonly ReportEntry[];
}

/** Returns the folds of a plan by name; null where no candidate kept the constraints. */
export function foldsByName(
  { folds, plan: { windows } }: Pick<SearchReport, "folds" | "plan">,
): readonly { readonly name: string; readonly fold: FoldReport | null }[] {
  if (windows.kind === "whole") return [];
  const names = windows.kind === "holdout"
    ? ["holdout"]
    : Array.from({ length: windows.folds }, (_, at) => `fold-${at + 1}`);
  return names.map((name) => ({ name, fold: folds.find((fold) => fold.name === name) ?? null }));
}

/** Returns the figure of an entry that the plan aims at, or null. */
export function aimOf(
  { figures, evaluation }: Pick<ReportEntry, "figures" | "evaluation">,
  { aim }: Pick<SearchPlan, "aim">,
): number | null {
  return isFigure(aim) ? figures[aim] : evaluation?.figures[aim] ?? null;
}
