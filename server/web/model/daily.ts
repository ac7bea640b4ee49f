// This module is browser compatible.

const DAY_MS = 86_400_000;
const DAYS_PER_YEAR = 365;

/** Returns of whole days, UTC, in order. */
export interface Daily {
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
export function dailyOf(
  timestamps: ArrayLike<number>,
  path: ArrayLike<number>,
  from: number,
): Daily {
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

/** Returns the mean return of a bar times the bars of a year; null of no bar. */
export function annualizedMean(
  path: ArrayLike<number>,
  from: number,
  barsPerDay: number,
): number | null {
  let [sum, before] = [0, 1];
  for (let bar = from; bar < path.length; bar++) {
    const now = path[bar] ?? 0;
    sum += now / before - 1;
    before = now;
  }
  const bars = path.length - from;
  return bars > 0 ? sum / bars * barsPerDay * DAYS_PER_YEAR : null;
}

/** Returns the annualised Sharpe ratio over another path; null where the difference never varies. */
export function sharpeOver(one: Daily, other: Daily): number | null {
  const excess = differences(one, other);
  if (excess.length < 2) return null;
  const middle = mean(excess);
  const squares = excess.reduce((sum, day) => sum + (day - middle) ** 2, 0);
  const deviation = Math.sqrt(squares / (excess.length - 1));
  return deviation < 1e-12 ? null : middle / deviation * Math.sqrt(DAYS_PER_YEAR);
}

/** Returns the largest fall from a peak of a path that begins with 1, as a fraction. */
export function drawdownOf(path: ArrayLike<number>, from: number): number {
  let [peak, deepest] = [1, 0];
  for (let bar = from; bar < path.length; bar++) {
    const now = path[bar] ?? 0;
    peak = Math.max(peak, now);
    deepest = Math.max(deepest, 1 - now / peak);
  }
  return deepest;
}

/** Returns what one path earned over another on each day that both have. */
export function differences(one: Daily, other: Daily): readonly number[] {
  const byDay = new Map(other.days.map((day, at) => [day, other.returns[at] ?? 0]));
  return one.days.flatMap((day, at) => {
    const there = byDay.get(day);
    return there === undefined ? [] : [(one.returns[at] ?? 0) - there];
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
