// This module is browser compatible.

import type { Trials } from "./trials.ts";

/**
 * Counts the trials of every key. A graceful stop keeps all of them; a process that is killed may lose
 * those of its last second, and those since the store could not be written.
 */
export interface TrialStore {
  /** Counts a simulation of a key on a market. */
  record(keyId: string, marketId: number, dailySharpe: number | null): void;
  /** Returns the trials of a key, by market id; markets without a trial are absent. */
  of(keyId: string): ReadonlyMap<number, Trials>;
}
