/**
 * Returns round values from `min` to `max`, at a step of 1, 2 or 5 times a power of ten.
 *
 * @param most largest number of steps
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(roundTicks(-3, 11, 4), [0, 5, 10]);
 * ```
 */
export function roundTicks(min: number, max: number, most = 7): number[] {
  if (max === min) return [min];
  const power = 10 ** Math.floor(Math.log10((max - min) / most));
  const steps = [1, 2, 5, 10].map((factor) => factor * power);
  const step = steps.find((one) => (max - min) / one <= most) ?? 10 * power;
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
  return Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
}
