/** Values and their ascending times, of equal length. */
export interface Series {
  readonly timestamp: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

/**
 * Returns series over one time axis: all times, then the values of each series at these times. A value
 * holds until the next one; values before the first and after the last are null.
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
