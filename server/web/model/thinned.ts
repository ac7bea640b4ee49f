// This module is browser compatible.

/** Points of a small curve: more than it has pixels would not be seen. */
export const CURVE_POINTS = 72;

/**
 * Returns a column in a few evenly spaced values, the first and the last of them included.
 *
 * @param from index to begin at
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([...thinned(Float64Array.of(9, 1, 2, 3, 4, 5), 1, 3)], [1, 3, 5]);
 * ```
 */
export function thinned(values: Float64Array, from = 0, count = CURVE_POINTS): Float64Array {
  const last = values.length - 1;
  return Float64Array.from({ length: count }, (_, index) => {
    return values[Math.round(from + (last - from) * index / (count - 1))] ?? NaN;
  });
}
