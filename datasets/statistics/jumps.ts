import { median } from "./numbers.ts";

/** Moves on each side of a move that say how large its neighbours are: about three days. */
const NEIGHBOURS = 36;

/** A move this many deviations of its neighbours long is a jump; a normal one in 150,000 is. */
const JUMP_DEVIATIONS = 4.5;

/** The median of the absolute value of a standard normal number. */
const NORMAL_MEDIAN = 0.6744897501960817;

/** A move of logYield that is too long for its time. */
export interface Jump {
  /** Hour in which it came. */
  readonly hour: number;
  readonly size: number;
}

/**
 * Finds the jumps of an hourly path: moves far longer than their neighbours (Lee and Mykland 2008).
 * The scale is the larger of the medians before and after, so that neither the first nor the last
 * move of a hot spell counts as one. A jump shorter than that is not seen.
 *
 * @param logYield at the close of each hour
 */
export function findJumps(logYield: readonly number[]): Jump[] {
  const moves = logYield.map((value, hour) => ({
    hour,
    size: value - (logYield[hour - 1] ?? value),
  }))
    .filter(({ size }) => size !== 0);
  const lengths = moves.map(({ size }) => Math.abs(size));
  const scale = (from: number, to: number): number =>
    from < to ? median(lengths.slice(Math.max(from, 0), to)) / NORMAL_MEDIAN : 0;
  return moves.filter((_, at) => {
    const local = Math.max(scale(at - NEIGHBOURS, at), scale(at + 1, at + 1 + NEIGHBOURS));
    return (lengths[at] ?? 0) > JUMP_DEVIATIONS * local;
  });
}
