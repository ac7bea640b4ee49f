// This module is browser compatible.

import { faultAt, isoTime, refusal } from "./fault.ts";
import type { Reading, Series } from "./readings.ts";
import type { Grid } from "./sampling.ts";
import { median } from "./sampling.ts";

/** Minimum time to expiry, a day: minutes before expiry would magnify the rounding of a price. */
const YEARS_MIN = 1 / 365;

/** The deviation of a source's own column from the computed one. */
export interface Comparison {
  readonly column: string;
  /** Number of bars at which the source has a value. */
  readonly bars: number;
  readonly median: number;
  readonly largest: number;
  /** Place of the largest deviation. */
  readonly at: string;
}

/** The largest allowed deviation: the median over all bars, and on a single bar. */
export interface Tolerance {
  readonly median: number;
  readonly largest: number;
  /** Whether deviations are absolute; otherwise they are relative. */
  readonly isDifference?: boolean;
  /** Years to expiry at the bars, to annualize the median: prices converge towards expiry. */
  readonly years?: readonly number[];
}

/**
 * Compares a source's own column with the computed one.
 *
 * @param own the computed number for a reading at a bar
 * @throws {StartError} when they differ so much that a column, a unit or the expiry is wrong
 */
export function compare(
  column: string,
  series: Series,
  { times }: Grid,
  { computed, own, tolerance }: {
    readonly computed: readonly number[];
    readonly own: (reading: Reading, at: number) => number;
    readonly tolerance: Tolerance;
  },
): Comparison | null {
  const found = times.flatMap((time, at) => {
    const reading = series.byTime.get(time);
    if (reading === undefined) return [];
    const [value, wanted] = [own(reading, at), computed[at] ?? NaN];
    const gap = Math.abs(value - wanted) / (tolerance.isDifference ? 1 : Math.abs(wanted));
    const judged = gap / Math.max(tolerance.years?.[at] ?? 1, YEARS_MIN);
    return Number.isFinite(gap) ? [{ gap, judged, value, wanted, reading, time }] : [];
  });
  if (found.length === 0) return null;
  const worst = found.reduce((most, one) => one.gap > most.gap ? one : most);
  const typical = median(found.map(({ judged }) => judged));
  const middle = median(found.map(({ gap }) => gap));
  const { value, wanted, reading, time } = worst;
  const detail = `its ${column} is ${value}, by the other columns it is ${wanted}`;
  if (typical > tolerance.median) {
    throw refusal(
      `${column} of the source deviates by ${typical}${tolerance.years ? " a year" : ""} in the ` +
        `middle, most in ${reading.place()}: ` +
        `${detail}; a column, a unit (USD, percent) or the expiry is another one than said`,
    );
  }
  if (worst.gap > tolerance.largest) throw faultAt(reading.place(), detail);
  return { column, bars: found.length, median: middle, largest: worst.gap, at: isoTime(time) };
}
