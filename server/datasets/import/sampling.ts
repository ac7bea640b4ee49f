// This module is browser compatible.

import type { Timeframe } from "../../contracts/scalar.ts";
import { isoTime, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import { HOUR_MS, HOURS_MAX, type Reading, type Series } from "./readings.ts";

/** The longest gap that is filled with the last reading, in bars. */
const CARRY_MAX: Readonly<Record<Timeframe, number>> = { hourly: 6, daily: 2 };
const UNIT: Readonly<Record<Timeframe, string>> = { hourly: "hours", daily: "days" };

/** Rows at least this far apart are daily. */
export const DAILY_FROM_MS = 20 * HOUR_MS;

export const STEP_HOURS: Readonly<Record<Timeframe, number>> = { hourly: 1, daily: 24 };

/** A run of bars that were filled with an earlier reading. */
export interface Filling {
  readonly quantity: Quantity;
  readonly from: string;
  readonly bars: number;
  /** Hours of a bar. */
  readonly hours: number;
}

/** The closes of a dataset's bars, oldest first. */
export interface Grid {
  readonly timeframe: Timeframe;
  readonly times: readonly number[];
}

/** Returns the closes from first to last, one step apart. */
export function makeGrid(timeframe: Timeframe, first: number, last: number): Grid {
  const step = STEP_HOURS[timeframe] * HOUR_MS;
  const count = Math.max(0, Math.floor((last - first) / step) + 1);
  if (count > HOURS_MAX) {
    throw refusal(
      `${isoTime(first)} to ${isoTime(last)} are ${count} bars, more than any market has`,
    );
  }
  return { timeframe, times: Array.from({ length: count }, (_, at) => first + at * step) };
}

/**
 * Returns the readings of a series at the bars. A level fills a gap of up to six hours or two
 * days; a state reported by events lasts until the next event.
 *
 * @param fillings receives the filled runs
 * @throws {StartError} that names the bar before a longer gap
 */
export function sample(
  { quantity, kind, byTime }: Series,
  { timeframe, times }: Grid,
  fillings: Filling[],
): readonly Reading[] {
  const isEvent = kind === "event";
  const sorted = isEvent ? [...byTime.keys()].toSorted((a, b) => a - b) : [];
  let next = 0;
  let last: Reading | undefined;
  let missing = 0;
  const readings = times.map((time) => {
    for (; isEvent && next < sorted.length && (sorted[next] ?? 0) <= time; next++) {
      last = byTime.get(sorted[next] ?? NaN) ?? last;
    }
    const found = isEvent ? last : byTime.get(time);
    if (found !== undefined) {
      if (missing > 0) fillings.push(filling(quantity, time, missing, timeframe));
      missing = 0;
      last = found;
      return found;
    }
    missing++;
    const most = CARRY_MAX[timeframe];
    if (last === undefined || missing > most) {
      const since = isoTime(time - (missing - 1) * STEP_HOURS[timeframe] * HOUR_MS);
      throw refusal(
        `${quantity} has no row from ${since} on for more than ${most} ${
          UNIT[timeframe]
        }; give a ` +
          `source that has them, or cut the history with --start or --end`,
      );
    }
    return last;
  });
  const end = times.at(-1) ?? 0;
  if (missing > 0) {
    fillings.push(filling(quantity, end + STEP_HOURS[timeframe] * HOUR_MS, missing, timeframe));
  }
  return readings;
}

function filling(quantity: Quantity, after: number, bars: number, timeframe: Timeframe): Filling {
  const hours = STEP_HOURS[timeframe];
  return { quantity, from: isoTime(after - bars * hours * HOUR_MS), bars, hours };
}

/** Returns the sums of a flow per bar; a bar without rows has zero. */
export function sampleFlow({ byTime }: Series, { timeframe, times }: Grid): readonly number[] {
  const step = STEP_HOURS[timeframe];
  return times.map((time) => {
    let sum = 0;
    for (let hour = step - 1; hour >= 0; hour--) {
      sum += byTime.get(time - hour * HOUR_MS)?.value ?? 0;
    }
    return sum;
  });
}

/** Returns the first and the last hour of a series. */
export function timeSpan({ byTime }: Series): { readonly first: number; readonly last: number } {
  let [first, last] = [Infinity, -Infinity];
  for (const time of byTime.keys()) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return { first, last };
}

/** Returns the number of bars with a filled reading. */
export function countFilled(fillings: readonly Filling[], times: readonly number[]): number {
  const filled = new Set(
    fillings.flatMap(({ from, bars, hours }) =>
      Array.from({ length: bars }, (_, at) => Date.parse(from) + at * hours * HOUR_MS)
    ),
  );
  return times.filter((time) => filled.has(time)).length;
}

/** Returns the median; NaN for an empty list. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1] ?? NaN, sorted[Math.floor(half)] ?? NaN];
  return (low + high) / 2;
}
