/** Holding PT, or leaving everything in SY. */
export type PassiveLine = "hold" | "idle";

/** The line to beat on new data, at 0, and the other passive line. */
export interface Rivals {
  readonly line: PassiveLine;
  /** Edge of the other line, decimal per year; at most 0. */
  readonly other: number;
}

/** The number line of edges, decimal per year; values beyond an end are drawn at that end. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  readonly rivals: Rivals;
}

/** Steps of the scale, which is narrow. */
const TICKS_MAX = 5;
/**
 * Returns a number line around the passive lines and up to the best.
 *
 * @param ends edges, and ends of their intervals
 * @param options the least upper end, and the room below the lines as a multiple of their distance to
 *   the best
 */
export function lineScale(
  rivals: Rivals,
  ends: readonly number[],
  { top, room }: { readonly top: number; readonly room: number },
): Scale {
  const most = Math.max(top, ...ends);
  const below = Math.max(most - rivals.other, 0.002) * room;
  const min = Math.min(rivals.other, Math.max(rivals.other - below, Math.min(0, ...ends))) -
    below / 20;
  const max = most + below / 20;
  return { min, max, ticks: roundTicks(min, max, TICKS_MAX), rivals };
}

/**
 * Returns round values from `min` to `max`, at a step of 1, 2 or 5 times a power of ten.
 *
 * @param most largest number of steps
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(roundTicks(-3, 11, 4), [0, 5, 10]);
 * ```
 */
export function roundTicks(min: number, max: number, most = 7): number[] {
  if (max === min) return [min];
  const power = 10 ** Math.floor(Math.log10((max - min) / most));
  const steps = [1, 2, 5, 10].map((factor) => factor * power);
  const step = steps.find((one) => (max - min) / one <= most) ?? 10 * power;
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
