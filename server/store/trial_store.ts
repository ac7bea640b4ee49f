// This module is browser compatible.

import type { Trial, TrialCounts } from "../contracts/trial.ts";

/**
 * Keeps what every key has tried, by dataset. A graceful stop keeps all of it; a process that is
 * killed may lose what came in its last second, and since the store could not be written.
 */
export interface TrialStore {
  /** Records a simulation of a key; the same candidate again changes nothing. */
  record(keyId: string, trial: Trial): void;
  /**
   * Counts an evaluation of a key, unless its candidate was counted before.
   *
   * @returns what the key has tried on the dataset, this candidate included; later, where the store
   *   is another machine
   * @throws {ApiError} AUTH_UNAVAILABLE when the store is out of reach; nothing is counted then
   */
  count(keyId: string, trial: Trial): TrialCounts | Promise<TrialCounts>;
}
