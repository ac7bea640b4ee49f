// This module is browser compatible.

/** Number of hashes kept of candidates: their count is exact up to it, and about 2 % off above. */
const TRIED_KEPT = 4096;
/** Number of hashes kept of results, whose count decides nothing: it is about 3 % off above. */
export const RESULTS_KEPT = 1024;
/** Hashes are whole numbers below this. */
const HASHES = 2 ** 53;

/** A number of distinct rows. */
export interface DistinctCount {
  readonly count: number;
  readonly isExact: boolean;
}

/**
 * Returns the number of distinct rows, from their smallest hashes (a bottom-k sketch).
 *
 * @param rows number of all rows, which an estimate does not exceed
 * @param kept most hashes that are kept
 */
export function distinctCount(
  hashes: ArrayLike<number>,
  rows: number,
  kept = TRIED_KEPT,
): DistinctCount {
  if (hashes.length < kept) return { count: hashes.length, isExact: true };
  const last = (hashes[kept - 1] ?? 0) + 1;
  return { count: Math.min(rows, Math.round((kept - 1) / (last / HASHES))), isExact: false };
}
