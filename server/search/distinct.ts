// This module is browser compatible.

import { HASHES, rowsOfSmallest } from "./smallest_hashes.ts";

/**
 * The smallest hashes of observed rows, ascending: an estimate of the number of distinct rows (a
 * bottom-k sketch). The count is exact up to the number of hashes kept, and for 4,096 about 2 % off
 * above.
 */
export type Distinct = readonly number[];

/** Number of hashes kept of candidates. */
export const DISTINCT_KEPT = 4096;
/** Number of hashes kept of results, whose count decides nothing: it is about 3 % off above. */
export const RESULTS_KEPT = 1024;
/**
 * Returns the smallest hashes of the selected rows.
 *
 * @param of names what the columns belong to, so that equal rows of different plans differ
 */
export function distinctOf(
  columns: readonly Float64Array[],
  isTaken: (row: number) => boolean,
  { kept = DISTINCT_KEPT, of = "" }: { readonly kept?: number; readonly of?: string } = {},
): Distinct {
  const hashes = hashesOf(columns, isTaken, of);
  const rows = rowsOfSmallest(hashes, kept);
  return Array.from(rows, (row) => hashes[row] ?? NaN);
}

/** Merges two sketches. */
export function mergeDistinct(one: Distinct, other: Distinct, kept = DISTINCT_KEPT): Distinct {
  return joined(one, other, kept);
}

/** Merges two ascending lists without duplicates, up to the number of hashes kept. */
function joined(one: Distinct, other: Distinct, most: number): Distinct {
  const kept: number[] = [];
  let [left, right, last] = [0, 0, -1];
  while (kept.length < most) {
    const [first, second] = [one[left] ?? Infinity, other[right] ?? Infinity];
    const least = Math.min(first, second);
    if (least === Infinity) break;
    if (first === least) left++;
    else right++;
    if (least !== last) kept.push(last = least);
  }
  return kept;
}

/** A number of distinct rows. */
export interface DistinctCount {
  readonly count: number;
  readonly isExact: boolean;
}

/**
 * Returns the number of distinct rows.
 *
 * @param rows number of all rows, which an estimate does not exceed
 */
export function distinctCount(
  hashes: ArrayLike<number>,
  rows: number,
  kept = DISTINCT_KEPT,
): DistinctCount {
  if (hashes.length < kept) return { count: hashes.length, isExact: true };
  const last = (hashes[kept - 1] ?? 0) + 1;
  return { count: Math.min(rows, Math.round((kept - 1) / (last / HASHES))), isExact: false };
}

/** Returns 32 bits of a text (FNV-1a). */
function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) seed = Math.imul(seed ^ text.charCodeAt(at), 0x01000193);
  return seed;
}

/**
 * Returns the hash of each selected row, and NaN for the others: 53 bits of two 32-bit words, each
 * mixed as in MurmurHash3 with its own seed.
 *
 * @param of names what the columns belong to
 */
export function hashesOf(
  columns: readonly Float64Array[],
  isTaken: (row: number) => boolean,
  of: string,
): Float64Array<ArrayBuffer> {
  const rows = columns[0]?.length ?? 0;
  const seed = seedOf(of);
  const highs = new Int32Array(rows).fill(0x9747b28c ^ seed);
  const lows = new Int32Array(rows).fill(0x2f0b4f3d ^ seed);
  for (const { buffer, byteOffset } of columns) {
    const words = new Int32Array(buffer, byteOffset, 2 * rows);
    for (let row = 0; row < rows; row++) {
      const [first, second] = [words[2 * row] ?? 0, words[2 * row + 1] ?? 0];
      const high = mix(highs[row] ?? 0, first, 0xcc9e2d51, 0x1b873593);
      highs[row] = mix(high, second, 0xcc9e2d51, 0x1b873593);
      const low = mix(lows[row] ?? 0, first, 0x85ebca6b, 0xc2b2ae35);
      lows[row] = mix(low, second, 0x85ebca6b, 0xc2b2ae35);
    }
  }
  const hashes = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const [high, low] = [finish(highs[row] ?? 0), finish(lows[row] ?? 0)];
    hashes[row] = (high >>> 11) * 2 ** 32 + (low >>> 0);
    if (!isTaken(row)) hashes[row] = NaN;
  }
  return hashes;
}

function mix(hash: number, word: number, first: number, second: number): number {
  let part = Math.imul(word, first);
  part = Math.imul((part << 15) | (part >>> 17), second);
  const mixed = hash ^ part;
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}

function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
