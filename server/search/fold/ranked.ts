// This module is browser compatible.

import type { Axis } from "../../contracts/plan.ts";
import { rowOf } from "../plan/axis_scale.ts";

/**
 * The best candidates of a stage whose next stage runs them again, best first. A rung of halving may
 * pass a quarter of a million on, so these are numbers without objects and figures.
 */
export interface Ranked {
  /** Numbers of a row: the candidate's number, its merit and its coordinates. */
  readonly width: number;
  /** The rows, one after the other. */
  readonly rows: Float64Array<ArrayBuffer>;
}

/** Rows of a list draw: an array, or rows that are made from numbers whenever they are read. */
export interface RowList {
  readonly length: number;
  slice(from: number, to: number): readonly (readonly number[])[];
}

/** Places in a row. */
const NUMBER = 0;
const COORDINATES = 2;

/** The ranked candidates of a stage that passes none on. */
export const NO_RANKED: Ranked = { width: COORDINATES, rows: new Float64Array() };

/** Returns the coordinates of ranked candidates, best first. */
export function coordinatesOf({ width, rows }: Ranked): readonly (readonly number[])[] {
  return Array.from(
    { length: rows.length / width },
    (_, row) => [...rows.subarray(row * width + COORDINATES, (row + 1) * width)],
  );
}

/** Returns the number in its stage of a ranked candidate. */
export function numberOf({ width, rows }: Ranked, place: number): number {
  return rows[place * width + NUMBER] ?? 0;
}

/** Returns ranked candidates as the rows of a list draw, best first. */
export function listOf({ width, rows }: Ranked, axes: readonly Axis[]): RowList {
  const coordinatesOf = (row: number): readonly number[] => [
    ...rows.subarray(row * width + COORDINATES, (row + 1) * width),
  ];
  const length = rows.length / width;
  return {
    length,
    slice: (from, to) =>
      Array.from(
        { length: Math.max(0, Math.min(to, length) - from) },
        (_, at) => rowOf(axes, coordinatesOf(from + at)),
      ),
  };
}
