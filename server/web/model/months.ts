// This module is browser compatible.

/** A month of a run, UTC. */
export interface Month {
  readonly year: number;
  /** 0 is January. */
  readonly month: number;
  /** Return of the month, as a fraction of the value at its start. */
  readonly gain: number;
  /** Money made in it beyond Hold, as a fraction of the capital. The months sum to the whole run. */
  readonly overHold: number;
}

/** A year of months; a month without scored bars is null. */
export interface Year {
  readonly year: number;
  readonly months: readonly (Month | null)[];
  /** Compounded return, and the sum of the differences. */
  readonly gain: number;
  readonly overHold: number;
}

const MONTHS = 12;

/**
 * Returns the months of the scored window. A bar that closes at midnight belongs to the day before.
 *
 * @param timestamp closes of the bars, milliseconds since 1970
 * @param values wealth as multiples of the capital, 1 before the scored window
 * @param hold the same of Hold
 * @param from index of the first scored bar
 */
export function monthsOf(
  timestamp: Float64Array,
  values: Float64Array,
  hold: Float64Array,
  from: number,
): readonly Month[] {
  const months: Month[] = [];
  let before = { value: 1, hold: 1 };
  for (let bar = from; bar < timestamp.length; bar++) {
    const day = new Date((timestamp[bar] ?? 0) - 1);
    const next = new Date((timestamp[bar + 1] ?? 0) - 1);
    const isLast = bar + 1 === timestamp.length || next.getUTCMonth() !== day.getUTCMonth();
    if (!isLast) continue;
    const after = { value: values[bar] ?? NaN, hold: hold[bar] ?? NaN };
    months.push({
      year: day.getUTCFullYear(),
      month: day.getUTCMonth(),
      gain: after.value / before.value - 1,
      overHold: after.value - before.value - (after.hold - before.hold),
    });
    before = after;
  }
  return months;
}

/** Groups months by year, with the totals of each year. */
export function yearsOf(months: readonly Month[]): readonly Year[] {
  return [...Map.groupBy(months, ({ year }) => year)].map(([year, own]) => ({
    year,
    months: Array.from(
      { length: MONTHS },
      (_, month) => own.find((one) => one.month === month) ?? null,
    ),
    gain: own.reduce((product, { gain }) => product * (1 + gain), 1) - 1,
    overHold: own.reduce((sum, { overHold }) => sum + overHold, 0),
  }));
}
