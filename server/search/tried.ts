// This module is browser compatible.

import { DISTINCT_KEPT, hashesOf } from "./distinct.ts";
import { rowsOf } from "./distinct_rows.ts";
import { rowsOfSmallest } from "./smallest_hashes.ts";

/** The distinct candidates that ran: a sketch of their hashes, see `Distinct`, with their ratios. */
export interface Tried {
  /** Ascending. */
  readonly hashes: Float64Array<ArrayBuffer>;
  /** Daily Sharpe ratios on the bars that they ran on, one per hash; NaN for none. */
  readonly ratios: Float64Array<ArrayBuffer>;
}

/** No candidates. */
export const NO_TRIED: Tried = { hashes: new Float64Array(), ratios: new Float64Array() };

/** A range of candidates that ran. */
export interface TriedRange {
  /** Their coordinates, a column per axis. */
  readonly coordinates: readonly Float64Array[];
  /** Their daily Sharpe ratios. */
  readonly ratios: Float64Array;
  readonly hasRun: (row: number) => boolean;
  /** Names what the coordinates belong to, so that equal ones of different plans differ. */
  readonly of: string;
}

/** Returns the distinct candidates of a range. */
export function triedOf({ coordinates, ratios, hasRun, of }: TriedRange): Tried {
  const all = hashesOf(coordinates, hasRun, of);
  // The first of equal candidates decides, as in a merge.
  const rows = rowsOfSmallest(all, DISTINCT_KEPT);
  return { hashes: rowsOf(all, rows), ratios: rowsOf(ratios, rows) };
}

/** Merges two sketches; a candidate of both has its ratio from the first. */
export function mergeTried(one: Tried, other: Tried): Tried {
  const most = Math.min(DISTINCT_KEPT, one.hashes.length + other.hashes.length);
  const [hashes, ratios] = [new Float64Array(most), new Float64Array(most)];
  let [left, right, count] = [0, 0, 0];
  while (count < most) {
    const first = one.hashes[left] ?? Infinity;
    const second = other.hashes[right] ?? Infinity;
    if (first === Infinity && second === Infinity) break;
    const isFirst = first <= second;
    hashes[count] = isFirst ? first : second;
    ratios[count++] = (isFirst ? one.ratios[left] : other.ratios[right]) ?? NaN;
    if (first <= second) left++;
    if (second <= first) right++;
  }
  return { hashes: hashes.slice(0, count), ratios: ratios.slice(0, count) };
}
