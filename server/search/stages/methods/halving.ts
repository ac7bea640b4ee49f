// This module is browser compatible.

import type { BarRange } from "../../plan/folds.ts";

/** A rung of successive halving: a number of candidates on the last bars of the fold. */
export interface Rung {
  readonly count: number;
  readonly window: BarRange;
}

/** Factor by which candidates shrink, and bars grow, from rung to rung. */
const FACTOR = 4;
/** Fewest candidates of a rung, and days of its window. */
const COUNT_MIN = 16;
const DAYS_MIN = 10;

/**
 * Returns the rungs of successive halving (Jamieson and Talwalkar, 2016): each has a quarter of the
 * candidates of the rung before and four times its bars, up to all bars.
 */
export function halvingRungs(
  count: number,
  { from, to }: BarRange,
  barsPerDay: number,
): readonly Rung[] {
  const bars = to - from;
  let rungs = 1;
  while (
    count / FACTOR ** rungs >= COUNT_MIN && bars / FACTOR ** rungs >= DAYS_MIN * barsPerDay
  ) rungs++;
  return Array.from({ length: rungs }, (_, rung) => ({
    count: Math.floor(count / FACTOR ** rung),
    window: { from: to - Math.floor(bars / FACTOR ** (rungs - 1 - rung)), to },
  }));
}
