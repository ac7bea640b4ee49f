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
export function dailyReturnsOf(
  timestamps: ArrayLike<number>,
  path: ArrayLike<number>,
  from: number,
): DailyReturns {
  const dayOf = (bar: number): number => Math.floor(((timestamps[bar] ?? 0) - 1) / DAY_MS);
  const [days, returns]: [number[], number[]] = [[], []];
  let before = 1;
  for (let bar = from; bar < path.length; bar++) {
    if (bar + 1 < path.length && dayOf(bar + 1) === dayOf(bar)) continue;
    const last = path[bar] ?? 0;
    days.push(dayOf(bar));
    returns.push(last / before - 1);
    before = last;
  }
  return { days, returns };
}

/** Returns the excess of one path over another on each day that both have. */
export function excessReturns(one: DailyReturns, other: DailyReturns): readonly number[] {
  const byDay = new Map(other.days.map((day, at) => [day, other.returns[at] ?? 0]));
  return one.days.flatMap((day, at) => {
    const there = byDay.get(day);
    return there === undefined ? [] : [(one.returns[at] ?? 0) - there];
  });
}
