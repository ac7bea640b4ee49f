// This module is browser compatible.

import type { Axis } from "../contracts/plan.ts";
import { binnerOf, binsOf } from "./axis_scale.ts";
import type { Points } from "./points.ts";

/** Two axes of a map, or one; the second axis selects the row. */
interface MapShape {
  /** Indices of the axes in the plan. */
  readonly axes: readonly [number] | readonly [number, number];
  readonly width: number;
  readonly height: number;
}

/** Merits by the bins of one or two axes, row by row, as they are reported and stored. */
export interface MeritMap extends MapShape {
  readonly counts: readonly number[];
  readonly sums: readonly number[];
  /** null: no point is in the cell. */
  readonly best: readonly (number | null)[];
}

/** The cells of a map, which ranges pass on without copying a number. */
export interface MeritCells extends MapShape {
  readonly counts: Uint32Array<ArrayBuffer>;
  readonly sums: Float64Array<ArrayBuffer>;
  /** NaN: no point is in the cell. */
  readonly best: Float64Array<ArrayBuffer>;
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
): readonly MeritCells[] {
  const bins = axes.map((axis, at) => binsOfColumn(axis, points.columnAt(at)));
  const single = axes.map((_, at) => [at] as const);
  const paired = axes.slice(0, PAIRED_AXES).flatMap((_, second) =>
    Array.from({ length: second }, (_, first) => [first, second] as const)
  );
  const size = (at: number | undefined): number => {
    const axis = at === undefined ? undefined : axes[at];
    return axis === undefined ? 1 : binsOf(axis);
  };
  return [...single, ...paired].flatMap((places) => {
    const [first, second] = places;
    const [width, height] = [size(first), size(second)];
    if (width * height > CELLS_MAX) return [];
    const counts = new Uint32Array(width * height);
    const sums = new Float64Array(width * height);
    const best = new Float64Array(width * height).fill(NaN);
    const columns = bins[first] ?? NO_BINS;
    const rows = (second === undefined ? undefined : bins[second]) ?? NO_BINS;
    for (let at = 0; at < merits.length; at++) {
      const merit = merits[at] ?? NaN;
      if (Number.isNaN(merit)) continue;
      const cell = (rows[at] ?? 0) * width + (columns[at] ?? 0);
      counts[cell] = (counts[cell] ?? 0) + 1;
      sums[cell] = (sums[cell] ?? 0) + merit;
      if (!((best[cell] ?? NaN) >= merit)) best[cell] = merit;
    }
    return [{ axes: places, width, height, counts, sums, best }];
  });
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

/** Merges the maps of two ranges of a plan. The cells are new, also where a range has no maps. */
export function mergeMaps(
  one: readonly MeritCells[],
  other: readonly MeritCells[],
): readonly MeritCells[] {
  const [first, second] = one.length > 0 ? [one, other] : [other, one];
  return first.map(({ counts, sums, best, ...shape }, at) => {
    const merged = {
      ...shape,
      counts: counts.slice(),
      sums: sums.slice(),
      best: best.slice(),
    };
    const added = second[at];
    if (added !== undefined) addCells(merged, added);
    return merged;
  });
}

function addCells({ counts, sums, best }: MeritCells, added: MeritCells): void {
  for (let cell = 0; cell < counts.length; cell++) {
    counts[cell] = (counts[cell] ?? 0) + (added.counts[cell] ?? 0);
    sums[cell] = (sums[cell] ?? 0) + (added.sums[cell] ?? 0);
    const merit = added.best[cell] ?? NaN;
    if (merit > (best[cell] ?? NaN) || Number.isNaN(best[cell])) best[cell] = merit;
  }
}

/** Returns the arrays of maps. */
export function arraysOf(
  maps: readonly MeritCells[],
): readonly (Uint32Array<ArrayBuffer> | Float64Array<ArrayBuffer>)[] {
  return maps.flatMap(({ counts, sums, best }) => [counts, sums, best]);
}

/** Returns cells as they are reported and stored. */
export function toMap({ counts, sums, best, ...shape }: MeritCells): MeritMap {
  return {
    ...shape,
    counts: [...counts],
    sums: [...sums],
    best: Array.from(best, (merit) => Number.isNaN(merit) ? null : merit),
  };
}

/** Reads stored cells. */
export function toCells({ counts, sums, best, ...shape }: MeritMap): MeritCells {
  return {
    ...shape,
    counts: Uint32Array.from(counts),
    sums: Float64Array.from(sums),
    best: Float64Array.from(best, (merit) => merit ?? NaN),
  };
}
