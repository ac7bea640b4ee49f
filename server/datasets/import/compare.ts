// This module is browser compatible.

import { faultAt, isoOf, refusal } from "./fault.ts";
import type { Reading, Series } from "./readings.ts";
import type { Grid } from "./sampling.ts";
import { median } from "./sampling.ts";

/** A day: what is left of time is no less, so that a rounded price is not judged by its minutes. */
const YEARS_MIN = 1 / 365;

/** How far a source's own number is from the computed one. */
export interface Comparison {
  readonly column: string;
  /** Bars at which the source has the number. */
  readonly bars: number;
  readonly median: number;
  readonly largest: number;
  /** Where it is the largest. */
  readonly at: string;
}

/** What a deviation may be: in the middle of all bars, and on one. */
export interface Tolerance {
  readonly median: number;
  readonly largest: number;
  /** Whether deviations are differences; else they are relative. */
  readonly isDifference?: boolean;
  /** Years to expiry at the bars, where the middle is judged by the year: prices come together. */
  readonly years?: readonly number[];
}

/**
 * Compares a source's own numbers with the computed ones.
 *
 * @param own the number that stands in for a reading at a bar
 * @throws {StartError} when they are so far apart that one of them is of another column, unit or expiry
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
  return { column, bars: found.length, median: middle, largest: worst.gap, at: isoOf(time) };
}
