// This module is browser compatible.

import type { BoardRow } from "./rows.ts";

/** The passive lines, sampled, as multiples of the capital. */
export interface Lines {
  readonly hold: Float64Array;
  readonly idle: Float64Array;
}

/** A common number line; values beyond an end are drawn at that end. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly hold: number;
  readonly idle: number;
}

/** The drawing parameters of all rows, which share scales so that rows can be compared. */
export interface Drawing {
  readonly scale: Scale;
  /** null until the dataset is loaded. */
  readonly curves: Lines | null;
  /** Lowest and highest drawn gain over idle. */
  readonly reach: readonly [number, number];
}

/** Room below the passive lines, as a multiple of their distance to the best. */
const ROOM = 1.2;
/** Room above the best for its interval, as a fraction of the room below. */
const RIGHT = 0.9;
/** The lower end of the small curves, as a fraction of the upper one; the worst would flatten all others. */
const DOWN = 0.6;

/** Returns the number line of a list: from around Hold and idle to the best, not down to the worst. */
export function scaleOfScores(
  rows: readonly BoardRow[],
  { hold, idle }: { readonly hold: number; readonly idle: number },
): Scale {
  const scores = rows.flatMap((row) =>
    row.kind === "strategy" && row.outcome.point !== null ? [row.outcome.point.score] : []
  );
  const top = Math.max(hold, idle, ...scores);
  const bottom = Math.min(hold, idle);
  const room = Math.max(top - bottom, Math.abs(top) * 0.05) * ROOM;
  const min = Math.max(bottom - room, Math.min(bottom, ...scores));
  return { min, max: top + room * RIGHT, hold, idle };
}

/** Returns the gains of a curve over idle, as fractions of the capital. */
export function gainsOf(curve: Float64Array, { idle }: Lines): Float64Array {
  return curve.map((value, index) => value - (idle[index] ?? 1));
}

/** Returns the final gain of a curve over the better of Hold and idle, as a fraction of the capital. */
export function overBetter(curve: Float64Array, { hold, idle }: Lines): number {
  const end = (line: Float64Array): number => line.at(-1) ?? NaN;
  return end(curve) - Math.max(end(hold), end(idle));
}

/** Returns the lowest and the highest gain of the small curves. */
export function sparkScale(
  rows: readonly BoardRow[],
  curves: Lines | null,
): readonly [number, number] {
  if (curves === null) return [0, 1];
  const gains = rows.flatMap((row) =>
    row.kind === "strategy" && row.outcome.curve !== null
      ? [gainsOf(row.outcome.curve, curves)]
      : []
  ).concat([gainsOf(curves.hold, curves)]);
  const top = Math.max(1e-4, ...gains.map((one) => Math.max(...one)));
  const low = Math.min(0, ...gains.map((one) => Math.min(...one)));
  return [Math.max(low, -DOWN * top), top];
}
