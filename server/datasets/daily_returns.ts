// This module is browser compatible.

const DAY_MS = 86_400_000;

/** Daily returns, UTC, in order. */
export interface DailyReturns {
  /** Days since 1970. */
  readonly days: readonly number[];
  readonly returns: readonly number[];
}

/**
 * Returns the daily returns of a path of wealth that begins with 1, as the engine takes them: a bar
 * belongs to the day of the instant before its close.
 *
 * @param from the first scored bar
 */
export function toDailyReturns(
  timestamps: ArrayLike<number>,
  path: ArrayLike<number>,
  from: number,
): DailyReturns {
  const ends = lastBarsOfDays(timestamps, [from, path.length]);
  const returns: number[] = [];
  let before = 1;
  for (const bar of ends) {
    const last = path[bar] ?? 0;
    returns.push(last / before - 1);
    before = last;
  }
  return { days: ends.map((bar) => dayNumber(timestamps, bar)), returns };
}

/** Returns the last bar of each day in a range of bars. */
export function lastBarsOfDays(
  timestamps: ArrayLike<number>,
  [from, to]: readonly [number, number],
): readonly number[] {
  const ends: number[] = [];
  for (let bar = from; bar < to; bar++) {
    if (bar + 1 < to && dayNumber(timestamps, bar + 1) === dayNumber(timestamps, bar)) continue;
    ends.push(bar);
  }
  return ends;
}

function dayNumber(timestamps: ArrayLike<number>, bar: number): number {
  return Math.floor(((timestamps[bar] ?? 0) - 1) / DAY_MS);
}

/** Returns the excess of one path over another on each day that both have. */
export function excessReturns(one: DailyReturns, other: DailyReturns): readonly number[] {
  const byDay = new Map(other.days.map((day, at) => [day, other.returns[at] ?? 0]));
  return one.days.flatMap((day, at) => {
    const there = byDay.get(day);
    return there === undefined ? [] : [(one.returns[at] ?? 0) - there];
  });
}
