// This module is browser compatible.

import type { Trials } from "./trials.ts";

/**
 * Where the trials of every key are counted. They outlive a stop in order; a process that is killed
 * may lose those of its last second, and of the time that the store could not be written.
 */
export interface TrialStore {
  /** Counts a simulation of a key on a market. */
  record(keyId: string, marketId: number, dailySharpe: number | null): void;
  /** Returns what a key has run, by market id; markets without a trial are absent. */
  of(keyId: string): ReadonlyMap<number, Trials>;
}
