// This module is browser compatible.

/** A run as what counts trials sees it. */
export interface Trial {
  /** Fingerprint of the candidate, lower-case hex. */
  readonly candidateHash: string;
  /** Fingerprint of the dataset's file, lower-case hex. */
  readonly datasetHash: string;
  /** Daily Sharpe ratio of the official run, not annualised; null where there is none. */
  readonly dailySharpe: number | null;
}

/** What was tried on a dataset, the trial that was asked about included. */
export interface TrialCounts {
  /** Distinct candidates evaluated, at least one. */
  readonly count: number;
  /** Whether anybody counts them; where nobody does, `count` is 1. */
  readonly counted: boolean;
  /** Distinct candidates simulated or evaluated, at least one. */
  readonly sharpeCount: number;
  /** Sample variance of their daily Sharpe ratios; null while fewer than ten have one. */
  readonly sharpeVariance: number | null;
}

/** Counts the evaluations of one caller. */
export interface TrialLedger {
  /**
   * Counts a trial, unless its candidate was counted before, and returns all of them.
   *
   * @throws {Error} when it cannot be counted; then its evaluation fails with the same error
   */
  count(trial: Trial): TrialCounts;
}

/** A ledger that may be elsewhere: its counts come at once, or later. */
export interface RemoteLedger {
  /** As that of `TrialLedger`; rejects as that one throws. */
  count(trial: Trial): TrialCounts | Promise<TrialCounts>;
}

/** The ledger where nobody counts: command line, examples. */
export const UNCOUNTED: TrialLedger = {
  count: () => ({ count: 1, counted: false, sharpeCount: 1, sharpeVariance: null }),
};
