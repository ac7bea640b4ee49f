// This module is browser compatible.

import type { Axis } from "../contracts/plan.ts";

/** Most bins of an axis on a map. */
const BINS_MAX = 24;

/** Returns how many levels an axis has; null of a range without steps. */
export function levelsOf(axis: Axis): number | null {
  return "values" in axis ? axis.values.length : axis.steps ?? null;
}

/** Returns the way from the smallest to the largest, 0 to 1, of a coordinate; of a list its place. */
export function shareOf(axis: Axis, coordinate: number): number {
  if ("values" in axis) return axis.values.length < 2 ? 0 : coordinate / (axis.values.length - 1);
  const { min, max } = axis;
  if (max === min) return 0;
  return axis.scale === "log"
    ? Math.log(coordinate / min) / Math.log(max / min)
    : (coordinate - min) / (max - min);
}

/** Returns the coordinate at a share of the way, on a level where the axis has levels. */
export function coordinateAt(axis: Axis, share: number): number {
  const levels = levelsOf(axis);
  const held = Math.min(1, Math.max(0, share));
  const way = levels === null || levels < 2 ? held : Math.round(held * (levels - 1)) / (levels - 1);
  if ("values" in axis) return Math.round(way * (axis.values.length - 1));
  const { min, max } = axis;
  if (levels === 1) return min;
  const found = axis.scale === "log" ? min * (max / min) ** way : min + way * (max - min);
  return Math.min(max, Math.max(min, found));
}

/** Returns how many bins an axis has on a map: its levels, or so many equal parts. */
export function binsOf(axis: Axis): number {
  const levels = levelsOf(axis);
  if (levels === null) return BINS_MAX;
  return Math.min(levels, "values" in axis ? levels : BINS_MAX);
}

/** Returns the bin of a coordinate. */
export function binOf(axis: Axis, coordinate: number): number {
  const bins = binsOf(axis);
  const share = shareOf(axis, coordinate);
  const isByLevel = levelsOf(axis) === bins;
  const bin = isByLevel ? Math.round(share * (bins - 1)) : Math.floor(share * bins);
  return Math.min(bins - 1, Math.max(0, bin));
}

/** Returns what stands on an axis at a coordinate, as a reader of a report sees it. */
export function labelOf(axis: Axis, coordinate: number): string {
  if ("values" in axis) return String(axis.values[coordinate] ?? coordinate);
  return String(Number(coordinate.toPrecision(6)));
}

/** Returns the name of an axis: the last part of its path, and the component where it is not the first. */
export function nameOf({ path }: Axis): string {
  const parts = path.split("/");
  const name = parts.at(-1) ?? path;
  return parts[1] === "components" && parts[2] !== "0" ? `${name} of ${parts[2]}` : name;
}
