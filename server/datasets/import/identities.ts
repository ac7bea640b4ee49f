// This module is browser compatible.

import { HOUR_MS } from "./readings.ts";
import type { Grid } from "./sampling.ts";

const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

/** Sourced or estimated columns at the bars of a dataset. */
export interface BaseColumns {
  readonly impliedApy: readonly number[];
  readonly totalPt: readonly number[];
  readonly totalSy: readonly number[];
  readonly syIndex: readonly number[];
}

/** Columns that follow from the others (`RULES.md` 1); they are never imported. */
export interface ComputedColumns {
  readonly ptPrice: readonly number[];
  readonly tvl: readonly number[];
  readonly underlyingApy: readonly number[];
}

/** Returns the price of a PT while the index is at its maximum. */
export function parPrices(
  times: readonly number[],
  impliedApy: readonly number[],
  expiry: number,
): readonly number[] {
  return times.map((time, at) =>
    Math.exp(-Math.log1p(impliedApy[at] ?? NaN) * (expiry - time) / YEAR_MS)
  );
}

/**
 * Returns the yields implied by PT prices in the accounting asset. The yield is undefined at expiry,
 * so that bar repeats the one before it.
 */
export function impliedYields(
  times: readonly number[],
  ptPrice: readonly number[],
  expiry: number,
): readonly number[] {
  let last = 0;
  return times.map((time, at) => {
    if (time < expiry) last = (ptPrice[at] ?? NaN) ** (-YEAR_MS / (expiry - time)) - 1;
    return last;
  });
}

/**
 * Returns the computed columns.
 *
 * @param pyIndex the highest index before the first bar, if known
 * @param firstWeek underlyingApy of the bars whose index seven days earlier is not in the dataset
 */
export function computeColumns(
  { times }: Grid,
  { impliedApy, totalPt, totalSy, syIndex }: BaseColumns,
  { expiry, pyIndex, firstWeek }: {
    readonly expiry: number;
    readonly pyIndex: number | undefined;
    readonly firstWeek: readonly number[];
  },
): ComputedColumns {
  let watermark = pyIndex ?? 0;
  const ptPrice = parPrices(times, impliedApy, expiry).map((price, at) => {
    const index = syIndex[at] ?? NaN;
    watermark = Math.max(watermark, index);
    return price * Math.min(1, index / watermark);
  });
  const weekBars = WEEK_MS / ((times[1] ?? NaN) - (times[0] ?? NaN));
  return {
    ptPrice,
    tvl: ptPrice.map((price, at) =>
      (totalPt[at] ?? NaN) * price + (totalSy[at] ?? NaN) * (syIndex[at] ?? NaN)
    ),
    underlyingApy: syIndex.map((index, at) => {
      const back = at < weekBars ? undefined : syIndex[at - weekBars];
      return back === undefined ? firstWeek[at] ?? NaN : (index / back) ** (365 / 7) - 1;
    }),
  };
}

/**
 * Returns the underlying yield at the bars of the first week, from the index seven days earlier if a
 * source has it. Otherwise it is the annualized growth since the first bar, and on the first day the
 * growth of that day. These bars only warm up signals and are not scored.
 */
export function firstWeekYields(
  { times }: Grid,
  syIndex: readonly number[],
  before: (time: number) => number | undefined,
): readonly number[] {
  const first = times[0] ?? NaN;
  const yearly = (growth: number, span: number): number => growth ** (YEAR_MS / span) - 1;
  const dayAt = Math.max(1, times.findIndex((time) => time >= first + DAY_MS));
  const [start = NaN, dayEnd = NaN] = [syIndex[0], syIndex[dayAt]];
  const firstDay = yearly(dayEnd / start, (times[dayAt] ?? NaN) - first);
  return times.filter((time) => time < first + WEEK_MS).map((time, at) => {
    const [index = NaN, back] = [syIndex[at], before(time - WEEK_MS)];
    if (back !== undefined && back > 0) return (index / back) ** (365 / 7) - 1;
    return time - first < DAY_MS ? firstDay : yearly(index / start, time - first);
  });
}
