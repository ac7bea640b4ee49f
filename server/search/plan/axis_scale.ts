// This module is browser compatible.

import type { Axis } from "../../contracts/plan.ts";

type ListAxis = Extract<Axis, { values: unknown }>;

/** Most bins of an axis on a map. */
const BINS_MAX = 24;

/** Returns the number of levels of an axis; null for a range without steps. */
export function levelsOf(axis: Axis): number | null {
  return "values" in axis ? axis.values.length : axis.steps ?? null;
}

/** Returns whether an axis is a list of texts: its coordinates are indices and have no order. */
export function isTextual(axis: Axis): boolean {
  return "values" in axis && axis.values.some((value) => typeof value === "string");
}

/** Returns the index of a coordinate in a list. Coordinates of texts are indices already. */
function placeOf({ values }: ListAxis, coordinate: number): number {
  if (values.some((value) => typeof value === "string")) return coordinate;
  const distance = (value: unknown): number => Math.abs(Number(value) - coordinate);
  return values.reduce<number>(
    (best, value, at) => distance(value) < distance(values[best]) ? at : best,
    0,
  );
}

/**
 * Returns coordinates as a row of a list draw, `RULES.md` 7: an index for a list, and for a range a
 * number within its bounds, which a rounded coordinate may exceed.
 */
export function rowOf(axes: readonly Axis[], coordinates: readonly number[]): readonly number[] {
  return axes.map((axis, at) => {
    const coordinate = coordinates[at] ?? 0;
    if ("values" in axis) return placeOf(axis, coordinate);
    return Math.min(axis.max, Math.max(axis.min, coordinate));
  });
}

/** Returns the position of a coordinate on its axis, from 0 to 1. */
export function shareOf(axis: Axis, coordinate: number): number {
  if ("values" in axis) {
    return axis.values.length < 2 ? 0 : placeOf(axis, coordinate) / (axis.values.length - 1);
  }
  const { min, max } = axis;
  if (max === min) return 0;
  return axis.scale === "log"
    ? Math.log(coordinate / min) / Math.log(max / min)
    : (coordinate - min) / (max - min);
}

/** Returns the coordinate at a position from 0 to 1, rounded to a level where the axis has levels. */
export function coordinateAt(axis: Axis, share: number): number {
  const levels = levelsOf(axis);
  const held = Math.min(1, Math.max(0, share));
  const way = levels === null || levels < 2 ? held : Math.round(held * (levels - 1)) / (levels - 1);
  if ("values" in axis) {
    const place = Math.round(way * (axis.values.length - 1));
    const value = axis.values[place];
    return typeof value === "number" ? value : place;
  }
  const { min, max } = axis;
  if (levels === 1) return min;
  const found = axis.scale === "log" ? min * (max / min) ** way : min + way * (max - min);
  return Math.min(max, Math.max(min, found));
}

/** Returns the number of bins of an axis on a map: its levels, or equal parts. */
export function binsOf(axis: Axis): number {
  const levels = levelsOf(axis);
  if (levels === null) return BINS_MAX;
  return Math.min(levels, "values" in axis ? levels : BINS_MAX);
}

/** Makes a function from coordinates to bins, once for many coordinates. */
export function binnerOf(axis: Axis): (coordinate: number) => number {
  const last = binsOf(axis) - 1;
  const isByLevel = levelsOf(axis) === last + 1;
  const binOf = (coordinate: number): number => {
    const share = shareOf(axis, coordinate);
    const bin = isByLevel ? Math.round(share * last) : Math.floor(share * (last + 1));
    return Math.min(last, Math.max(0, bin));
  };
  if (!("values" in axis)) return binOf;
  // Finding a coordinate in a list takes as long as the list.
  const bins = new Map<number, number>();
  return (coordinate) => {
    const known = bins.get(coordinate);
    if (known !== undefined) return known;
    const bin = binOf(coordinate);
    bins.set(coordinate, bin);
    return bin;
  };
}

/** Returns the label of a coordinate in a report. */
export function labelOf(axis: Axis, coordinate: number): string {
  if ("values" in axis && isTextual(axis)) return String(axis.values[coordinate] ?? coordinate);
  return String(Number(coordinate.toPrecision(6)));
}

/** Returns the name of an axis: the last part of its path, with the component unless it is the first. */
export function nameOf({ path }: Axis): string {
  const parts = path.split("/");
  const name = parts.at(-1) ?? path;
  return parts[1] === "components" && parts[2] !== "0" ? `${name} of ${parts[2]}` : name;
}
