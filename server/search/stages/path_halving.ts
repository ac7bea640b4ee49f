// This module is browser compatible.

/**
 * Runs on paths, by which the engine chooses the candidates with the best edge: all of them on the first
 * few paths of their verdicts, and the better half on as many again.
 *
 * @module
 */
import type { Trial } from "../../contracts/trial.ts";

/**
 * Most candidates that run on paths, those with the best scores: a minute or two of a core on hourly
 * bars.
 */
const PATH_CANDIDATES_MAX = 16_384;
/** Paths on which a candidate has run after each rung; the last are all paths of a verdict. */
const PATHS = [8, 16, 32, 64];
/** Fewest candidates of a rung. */
const RUNG_MIN = 32;

/** The utilities of a candidate on a market, path by path; null without one. */
export interface PathRun {
  readonly marketId: number;
  readonly utilities: readonly (number | null)[];
}

/** The runs of a candidate on paths, with the trials that it is, one on each market. */
export interface PathTrial {
  readonly runs: readonly PathRun[];
  readonly trials: readonly Trial[];
}

/**
 * Returns the number of runs on paths for a number of candidates; the better half passes each rung.
 *
 * @param chosen how many are evaluated in the end
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(pathRunsOf(100, 10), 100 * 8 + 50 * 8 + 32 * 16 + 32 * 32);
 * ```
 */
export function pathRunsOf(candidates: number, chosen: number): number {
  let [count, from, runs] = [Math.min(candidates, PATH_CANDIDATES_MAX), 0, 0];
  for (const to of PATHS) {
    runs += count * (to - from);
    count = Math.min(count, Math.max(Math.ceil(count / 2), chosen, RUNG_MIN));
    from = to;
  }
  return runs;
}
