// This module is browser compatible.

import type { Figures, Points } from "./points.ts";

/** One of the best candidates. */
export interface TopEntry {
  /** Its number in the plan of its window. */
  readonly number: number;
  /** What it is better by, see `Judge`. */
  readonly merit: number;
  readonly coordinates: readonly number[];
  readonly figures: Figures;
}

/** Returns the best of a range, best first, and of equals the one with the smaller number. */
export function topOf(points: Points, merits: Float64Array, most: number): readonly TopEntry[] {
  const sorted = merits.filter((merit) => !Number.isNaN(merit)).sort();
  // Rows of the same candidate count once, so that some more than are kept are looked at.
  const looked = sorted[Math.max(0, sorted.length - 4 * most)] ?? Infinity;
  const found = bestOf(points, merits, { most, least: looked });
  const isAll = found.length === most || looked === sorted[0];
  return isAll ? found : bestOf(points, merits, { most, least: -Infinity });
}

function bestOf(
  points: Points,
  merits: Float64Array,
  { most, least }: { readonly most: number; readonly least: number },
): readonly TopEntry[] {
  const rows: number[] = [];
  for (let row = 0; row < merits.length; row++) if ((merits[row] ?? NaN) >= least) rows.push(row);
  rows.sort((one, other) => (merits[other] ?? 0) - (merits[one] ?? 0) || one - other);
  const entries: TopEntry[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    if (entries.length === most) break;
    const coordinates = points.coordinates(row);
    const key = coordinates.join();
    if (seen.has(key)) continue;
    seen.add(key);
    entries.push({
      number: points.from + row,
      merit: merits[row] ?? NaN,
      coordinates,
      figures: points.figures(row),
    });
  }
  return entries;
}

/** Joins two lists: the best of both, each candidate once. */
export function mergeTop(
  one: readonly TopEntry[],
  other: readonly TopEntry[],
  most: number,
): readonly TopEntry[] {
  const all = [...one, ...other].toSorted((left, right) =>
    right.merit - left.merit || left.number - right.number
  );
  const seen = new Set<string>();
  const isNew = ({ coordinates }: TopEntry): boolean => {
    const key = coordinates.join();
    return !seen.has(key) && seen.add(key) !== undefined;
  };
  return all.filter(isNew).slice(0, most);
}
