// This module is browser compatible.

/** A run, as recorded by the trial counter. */
export interface Trial {
  /** Fingerprint of the candidate, lower-case hex. */
  readonly candidateHash: string;
  /** Fingerprint of the dataset's file, lower-case hex. */
  readonly datasetHash: string;
  /** Daily Sharpe ratio of the official run, not annualized; null when undefined. */
  readonly dailySharpe: number | null;
}

/** The trials on a dataset, the current one included. */
export interface TrialCounts {
  /** Distinct candidates evaluated, by requests and in searches, at least one. */
  readonly count: number;
  /** Whether trials are counted; otherwise `count` is 1. */
  readonly counted: boolean;
  /** Distinct candidates simulated, searched or evaluated, at least one. */
  readonly sharpeCount: number;
  /** Sample variance of their daily Sharpe ratios; null with fewer than ten ratios. */
  readonly sharpeVariance: number | null;
}

/** The counts of several datasets, by `datasetHash`. */
export type CountsByDataset = Readonly<Record<string, TrialCounts>>;

/** The trials that a key has made on a dataset, as text, see `server/store/trials.ts`. */
export interface TrialsBefore {
  readonly datasetHash: string;
  /** The evaluated candidates that are kept, base64. */
  readonly kept: string;
  readonly beyond: number;
  /** The candidates with a ratio that were run on the official path, base64. */
  readonly ratios: string;
}

/** Counts the trials of one caller. */
export interface TrialLedger {
  /**
   * Counts a trial unless its candidate was counted before, and returns the counts.
   *
   * @throws {Error} when the trial cannot be counted; its evaluation then fails with the same error
   */
  count(trial: Trial): TrialCounts;
}

/** A ledger that may be remote, and so may return its counts asynchronously. */
export interface RemoteLedger {
  /** Like `TrialLedger.count`, but may return a promise, which then rejects instead of throwing. */
  count(trial: Trial): TrialCounts | Promise<TrialCounts>;
}

/** The ledger that does not count, for the command line and examples. */
export const UNCOUNTED: TrialLedger = {
  count: () => ({ count: 1, counted: false, sharpeCount: 1, sharpeVariance: null }),
};
