// This module is browser compatible.

import { KEPT_MAX, RATIO_BYTES } from "./trials.ts";

/** Hashes of candidates are whole numbers below this. */
const HASHES = 2 ** 53;
/** The bits of a 64-bit identity below those of a hash. */
const LOW = 2 ** 21;

/** The hash of a candidate, and its daily Sharpe ratio; null for none. */
export type HashedRatio = readonly [hash: number, ratio: number | null];

/**
 * Returns candidates that a search has run as entries with their ratios: their hashes are the first
 * bits of their identities, so that both are spread alike.
 *
 * @param candidates ascending
 */
export function ratiosOf(candidates: readonly HashedRatio[]): Uint8Array {
  const count = Math.min(candidates.length, KEPT_MAX);
  const all = new Uint8Array(count * RATIO_BYTES);
  const view = new DataView(all.buffer);
  for (let row = 0; row < count; row++) {
    const [hash, ratio] = candidates[row] ?? [0, null];
    view.setUint32(row * RATIO_BYTES, Math.floor(hash / LOW));
    view.setUint32(row * RATIO_BYTES + 4, (hash % LOW) * 2 ** 11);
    view.setFloat64(row * RATIO_BYTES + 8, ratio ?? NaN);
  }
  return all;
}

/**
 * Makes stand-in hashes for a cancelled search, of which only the number of candidates is known. Each
 * counts as distinct and has no ratio; the hashes follow from the search's id.
 */
export function placeholderTrials(searchId: string, count: number): readonly HashedRatio[] {
  const random = randomOf(searchId);
  let hash = 0;
  return Array.from({ length: Math.min(count, KEPT_MAX) }, (_, at) => {
    // The least of the uniform numbers that are left, above the last one.
    hash += (1 - hash) * (1 - random() ** (1 / (count - at)));
    return [Math.floor(hash * (HASHES - 1)), null];
  });
}

/** Returns a generator of numbers in (0, 1), seeded by a text (FNV-1a, then SplitMix32). */
function randomOf(text: string): () => number {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  }
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (((mixed ^ (mixed >>> 15)) >>> 0) + 0.5) / 2 ** 32;
  };
}
