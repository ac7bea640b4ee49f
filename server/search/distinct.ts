// This module is browser compatible.

import { release } from "../base/release.ts";

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
/** Hashes are whole numbers below this. */
const HASHES = 2 ** 53;

/** How many more hashes than are kept a limit lets through. */
const MARGIN = 1.1;

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
  const found = smallestOf(hashes, kept);
  release(hashes);
  return [...found];
}

/**
 * Returns the smallest hashes, each once, without those that are NaN. Hashes are spread evenly, so the
 * smallest of all are those below a limit that few are under. Equal ones and NaN make it take another
 * try with a higher limit.
 */
export function smallestOf(hashes: Float64Array, kept: number): Float64Array<ArrayBuffer> {
  let share = MARGIN * kept / hashes.length;
  for (;;) {
    const below = ascendingBelow(hashes, HASHES * Math.min(1, share));
    const found = firstOf(below, kept);
    release(below);
    if (found.length === kept || !(share < 1)) return found;
    share *= MARGIN * Math.max(2, kept / Math.max(1, found.length));
  }
}

function ascendingBelow(hashes: Float64Array, limit: number): Float64Array {
  const found = new Float64Array(hashes.length);
  let count = 0;
  for (let row = 0; row < hashes.length; row++) {
    const hash = hashes[row] ?? NaN;
    if (hash < limit) found[count++] = hash;
  }
  // Positive floats sort like their bits, and integers sort several times as fast.
  new BigUint64Array(found.buffer, 0, count).sort();
  return found.subarray(0, count);
}

/** Returns the first of ascending hashes, each once. */
function firstOf(ascending: Float64Array, kept: number): Float64Array<ArrayBuffer> {
  const found = new Float64Array(Math.min(kept, ascending.length));
  let [count, last] = [0, -1];
  for (let at = 0; at < ascending.length && count < kept; at++) {
    const hash = ascending[at] ?? NaN;
    if (hash !== last) found[count++] = last = hash;
  }
  return found.slice(0, count);
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
  release(highs, lows);
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
