/** Points of a small curve, about one per pixel. */
export const CURVE_POINTS = 72;

/**
 * Samples a column at evenly spaced indices, including the first and the last.
 *
 * @param from first index
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
