// This module is browser compatible.

import type { BoardRow } from "./rows.ts";

/** The lines to beat in a few points, as multiples of the capital. */
export interface Lines {
  readonly hold: Float64Array;
  readonly idle: Float64Array;
}

/** A common number line; what is beyond an end stands at that end. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly hold: number;
  readonly idle: number;
}

/** What a row draws with: the same scales in every row, so that they can be compared. */
export interface Drawing {
  readonly scale: Scale;
  /** null until the dataset is there. */
  readonly curves: Lines | null;
  /** Lowest and highest gain over idle of the small curves. */
  readonly reach: readonly [number, number];
}

/** Room below the lines to beat, as a multiple of what is between them and the best. */
const ROOM = 1.2;
/** Room above the best for its interval, as part of that. */
const RIGHT = 0.9;
/** The small curves go down to this part of what they go up to: the worst would flatten them. */
const DOWN = 0.6;

/** Returns the number line of a list: around Hold, idle and the best, not down to the worst. */
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

/** Returns what a curve has over idle, point by point, as part of the capital. */
export function gainsOf(curve: Float64Array, { idle }: Lines): Float64Array {
  return curve.map((value, index) => value - (idle[index] ?? 1));
}

/** Returns what a curve has at its end over the better of Hold and idle, as part of the capital. */
export function overBetter(curve: Float64Array, { hold, idle }: Lines): number {
  const end = (line: Float64Array): number => line.at(-1) ?? NaN;
  return end(curve) - Math.max(end(hold), end(idle));
}

/** Returns the lowest and the highest gain that the small curves of a list show. */
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
