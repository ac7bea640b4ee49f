// This module is browser compatible.

import type { Trial, TrialCounts, TrialsBefore } from "../contracts/trial.ts";

/**
 * The trials of every key, by dataset. A graceful stop keeps all trials; a killed process may lose
 * those of its last second, and those of the ten seconds after which nothing is counted any more
 * because the store cannot be written.
 */
export interface TrialStore {
  /** Whether the store can be written; false once its writes have failed for ten seconds. */
  readonly isWritable: boolean;
  /** Records a simulation of a key; the same candidate again changes nothing. */
  record(keyId: string, trial: Trial): void;
  /**
   * Counts an evaluation of a key, unless its candidate was counted before.
   *
   * @returns the counts of the key on the dataset, with this candidate; a promise if the store is
   *   remote
   * @throws {ApiError} AUTH_UNAVAILABLE when the store cannot be read or written; the trial is not counted then
   */
  count(keyId: string, trial: Trial): TrialCounts | Promise<TrialCounts>;
  /**
   * Returns the trials that a key has made, by dataset.
   *
   * @throws {ApiError} AUTH_UNAVAILABLE when the store is out of reach
   */
  before(keyId: string): readonly TrialsBefore[] | Promise<readonly TrialsBefore[]>;
}

/** Counts the candidates that keys have evaluated on a dataset; a key without any may be left out. */
export type CountTries = (
  datasetHash: string,
  keyIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>;
