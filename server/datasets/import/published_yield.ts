// This module is browser compatible.

import { isoTime, refusal } from "./fault.ts";
import { DAY_MS, HOUR_MS, type Readings, type Series } from "./readings.ts";

const YEAR_MS = 365 * DAY_MS;
/** Maximum age of a published yield at a bar. */
const RATE_AGE_MAX_MS = 72 * HOUR_MS;
/** Yields that differ by less are the same. */
const SAME_YIELD = 5e-4;

/** @throws {StartError} when a published yield is that of PT and not of what it is made of */
export function checkOwnYield({ byTime }: Series, readings: Readings): void {
  const stamps = [...byTime.keys()].toSorted((a, b) => a - b);
  const implied = [...readings.find("impliedApy")?.byTime ?? []];
  const same = implied.filter(([time, { value }]) => {
    const rate = byTime.get(stamps[lastUntil(stamps, time)] ?? NaN)?.value ?? NaN;
    return Math.abs(rate - value) < SAME_YIELD;
  });
  if (same.length * 2 <= implied.length) return;
  throw refusal(
    `publishedApy equals impliedApy on ${same.length} of ${implied.length} bars: it is the yield of ` +
      "PT itself, must be that of the underlying",
  );
}

/** Returns the index of the last of ascending numbers up to a limit; -1 when all are larger. */
function lastUntil(numbers: readonly number[], limit: number): number {
  let [low, high] = [-1, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= limit) low = middle;
    else high = middle;
  }
  return low;
}

/**
 * Returns growth since the first bar as a function of time; each yield holds until the next is
 * published. Growth is below 1 before the first bar, and NaN where no yield is known.
 */
export function makeGrowth(
  { byTime }: Series,
  first: number,
  last: number,
): (time: number) => number {
  const stamps = [...byTime.keys()].toSorted((a, b) => a - b);
  const start = stamps[0] ?? NaN;
  if (!(start <= first)) {
    throw refusal(
      `publishedApy begins at ${isoTime(start)}, after the first bar ${isoTime(first)}`,
    );
  }
  // Cumulative logarithms at the timestamps.
  const logs = [0];
  stamps.slice(1).forEach((stamp, at) => {
    const from = stamps[at] ?? 0;
    if (stamp > first && from < last) checkAge(from, stamp);
    logs.push((logs[at] ?? 0) + logRate(byTime.get(from)?.value) * (stamp - from) / YEAR_MS);
  });
  checkAge(stamps.at(-1) ?? 0, last);
  const logAt = (time: number): number => {
    const at = lastUntil(stamps, time);
    const stamp = stamps[at];
    if (stamp === undefined) return NaN;
    return (logs[at] ?? NaN) + logRate(byTime.get(stamp)?.value) * (time - stamp) / YEAR_MS;
  };
  const base = logAt(first);
  return (time) => Math.exp(logAt(time) - base);
}

function checkAge(from: number, to: number): void {
  if (to - from <= RATE_AGE_MAX_MS) return;
  throw refusal(`publishedApy has no row from ${isoTime(from)} on for more than 72 hours`);
}

function logRate(apy = NaN): number {
  return Math.log1p(apy);
}
