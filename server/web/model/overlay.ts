// This module is browser compatible.

/** Values and their times, of equal length; the times ascend. */
export interface Series {
  readonly timestamp: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/**
 * Returns series over one time axis: all their times, then the values of each at these times. A value
 * holds until the next one; it is null before the first and after the last.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const daily = { timestamp: [1, 3], values: [10, 30] };
 * const other = { timestamp: [2, 3, 4], values: [5, 6, 7] };
 * assertEquals(overlay([daily, other]), [[1, 2, 3, 4], [10, 10, 30, null], [null, 5, 6, 7]]);
 * ```
 */
export function overlay(series: readonly Series[]): readonly (readonly (number | null)[])[] {
  const times = [...new Set(series.flatMap(({ timestamp }) => Array.from(timestamp)))]
    .sort((a, b) => a - b);
  return [times, ...series.map((one) => atTimes(one, times))];
}

function atTimes({ timestamp, values }: Series, times: readonly number[]): (number | null)[] {
  const last = timestamp[timestamp.length - 1] ?? -Infinity;
  let next = 0;
  return times.map((time) => {
    while (next < timestamp.length && (timestamp[next] ?? Infinity) <= time) next++;
    return next === 0 || time > last ? null : values[next - 1] ?? null;
  });
}
