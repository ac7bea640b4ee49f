// This module is browser compatible.

import { release } from "../base/release.ts";
import type { Axis } from "../contracts/plan.ts";
import { binnerOf, binsOf } from "./axis_scale.ts";
import type { Points } from "./points.ts";

/** Merits by the bins of one or two axes, row by row; the second axis selects the row. */
export interface MeritMap {
  /** Indices of the axes in the plan. */
  readonly axes: readonly [number] | readonly [number, number];
  readonly width: number;
  readonly height: number;
  readonly counts: readonly number[];
  readonly sums: readonly number[];
  /** null: no point is in the cell. */
  readonly best: readonly (number | null)[];
}

/** The first axes of a plan have a map for each pair. */
const PAIRED_AXES = 3;
/** Most cells of a map. */
const CELLS_MAX = 4096;
const NO_BINS = new Uint32Array();

/** Returns the maps of a range: one per axis, and one per pair of the first axes. */
export function mapsOf(
  axes: readonly Axis[],
  points: Points,
  merits: Float64Array,
): readonly MeritMap[] {
  const bins = axes.map((axis, at) => binsOfColumn(axis, points.columnAt(at)));
  const single = axes.map((_, at) => [at] as const);
  const paired = axes.slice(0, PAIRED_AXES).flatMap((_, second) =>
    Array.from({ length: second }, (_, first) => [first, second] as const)
  );
  const size = (at: number | undefined): number => {
    const axis = at === undefined ? undefined : axes[at];
    return axis === undefined ? 1 : binsOf(axis);
  };
  const maps = [...single, ...paired].flatMap((places) => {
    const [first, second] = places;
    const [width, height] = [size(first), size(second)];
    if (width * height > CELLS_MAX) return [];
    const counts = new Uint32Array(width * height);
    const sums = new Float64Array(width * height);
    const best = new Float64Array(width * height).fill(-Infinity);
    const columns = bins[first] ?? NO_BINS;
    const rows = (second === undefined ? undefined : bins[second]) ?? NO_BINS;
    for (let at = 0; at < merits.length; at++) {
      const merit = merits[at] ?? NaN;
      if (Number.isNaN(merit)) continue;
      const cell = (rows[at] ?? 0) * width + (columns[at] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 1;
      sums[cell] = (sums[cell] ?? 0) + merit;
      if (merit > (best[cell] ?? merit)) best[cell] = merit;
    }
    return [{
      axes: places,
      width,
      height,
      counts: [...counts],
      sums: [...sums],
      best: Array.from(best, (merit, cell) => counts[cell] === 0 ? null : merit),
    }];
  });
  release(...bins);
  return maps;
}

/** Returns the bin of each coordinate; neighbours on a grid often have the same. */
function binsOfColumn(axis: Axis, column: Float64Array): Uint32Array {
  const binOf = binnerOf(axis);
  const bins = new Uint32Array(column.length);
  let [last, bin] = [NaN, 0];
  for (let at = 0; at < column.length; at++) {
    const coordinate = column[at] ?? NaN;
    if (coordinate !== last) bin = binOf(last = coordinate);
    bins[at] = bin;
  }
  return bins;
}

/** Merges the maps of two ranges of a plan. */
export function mergeMaps(
  one: readonly MeritMap[],
  other: readonly MeritMap[],
): readonly MeritMap[] {
  if (one.length === 0) return other;
  return one.map((map, at) => {
    const added = other[at];
    if (added === undefined) return map;
    return {
      ...map,
      counts: map.counts.map((count, cell) => count + (added.counts[cell] ?? 0)),
      sums: map.sums.map((sum, cell) => sum + (added.sums[cell] ?? 0)),
      best: map.best.map((merit, cell) => larger(merit, added.best[cell] ?? null)),
    };
  });
}

function larger(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
