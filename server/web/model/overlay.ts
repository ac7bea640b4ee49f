// This module is browser compatible.

/** Values at times of their own, both ascending and as long as each other. */
export interface Series {
  readonly timestamp: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/**
 * Returns series over one time axis: all their times, then each one's values at these, a value
 * standing until the next; null before its first and after its last.
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
