// This module is browser compatible.

import type { Figures, Points } from "./points.ts";
import { orderOf } from "./ranked.ts";

/** One of the best candidates. */
export interface TopEntry {
  /** Number in the plan of its window. */
  readonly number: number;
  /** Rank criterion, see `Judge`. */
  readonly merit: number;
  readonly coordinates: readonly number[];
  readonly figures: Figures;
}

/** Returns the best of a range, best first; ties go to the smaller number. */
export function topOf(points: Points, merits: Float64Array, most: number): readonly TopEntry[] {
  // Duplicates of a candidate count once, so more rows than are kept must be examined.
  const least = leastOfBest(merits, 4 * most);
  const found = bestOf(points, merits, { most, least });
  const isAll = found.length === most || least === -Infinity;
  return isAll ? found : bestOf(points, merits, { most, least: -Infinity });
}

/** Returns a merit that at least `most` rows reach, but fewer than twice as many; else -Infinity. */
function leastOfBest(merits: Float64Array, most: number): number {
  const best = new Float64Array(2 * most);
  let [count, least] = [0, -Infinity];
  for (let row = 0; row < merits.length; row++) {
    const merit = merits[row] ?? NaN;
    if (!(merit >= least)) continue;
    best[count++] = merit;
    if (count < best.length) continue;
    best.sort().copyWithin(0, most);
    count = most;
    least = best[0] ?? least;
  }
  return least;
}

function bestOf(
  points: Points,
  merits: Float64Array,
  { most, least }: { readonly most: number; readonly least: number },
): readonly TopEntry[] {
  const entries: TopEntry[] = [];
  const observed = new Set<string>();
  for (const row of orderOf(merits, least)) {
    if (entries.length === most) break;
    const coordinates = points.coordinates(row);
    const key = coordinates.join();
    if (observed.has(key)) continue;
    observed.add(key);
    entries.push({
      number: points.from + row,
      merit: merits[row] ?? NaN,
      coordinates,
      figures: points.figures(row),
    });
  }
  return entries;
}

/** Merges two lists into the best of both, without duplicates. */
export function mergeTop(
  one: readonly TopEntry[],
  other: readonly TopEntry[],
  most: number,
): readonly TopEntry[] {
  const all = [...one, ...other].toSorted((left, right) =>
    right.merit - left.merit || left.number - right.number
  );
  const observed = new Set<string>();
  const isNew = ({ coordinates }: TopEntry): boolean => {
    const key = coordinates.join();
    return !observed.has(key) && observed.add(key) !== undefined;
  };
  return all.filter(isNew).slice(0, most);
}
