// This module is browser compatible.

/** Count, mean and dispersion of numbers, which can be merged without the numbers. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Sum of squared distances from the mean. */
  readonly squares: number;
  readonly min: number | null;
  readonly max: number | null;
}

/** The moments of an empty list. */
export const NO_MOMENTS: Moments = { count: 0, mean: 0, squares: 0, min: null, max: null };

/** Returns the moments of numbers, ignoring NaN. */
export function momentsOfNumbers(numbers: Float64Array): Moments {
  let [count, mean, squares] = [0, 0, 0];
  let [min, max] = [Infinity, -Infinity];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? NaN;
    if (Number.isNaN(number)) continue;
    count++;
    const distance = number - mean;
    mean += distance / count;
    squares += distance * (number - mean);
    if (number < min) min = number;
    if (number > max) max = number;
  }
  return count === 0 ? NO_MOMENTS : { count, mean, squares, min, max };
}

/** Merges two moments (Chan, Golub and LeVeque, 1979). */
export function mergeMoments(one: Moments, other: Moments): Moments {
  if (one.count === 0) return other;
  if (other.count === 0) return one;
  const count = one.count + other.count;
  const distance = other.mean - one.mean;
  return {
    count,
    mean: one.mean + distance * other.count / count,
    squares: one.squares + other.squares + distance * distance * one.count * other.count / count,
    min: Math.min(one.min ?? Infinity, other.min ?? Infinity),
    max: Math.max(one.max ?? -Infinity, other.max ?? -Infinity),
  };
}

/** Returns the sample variance; null of fewer than `least` numbers. */
export function varianceOf({ count, squares }: Moments, least = 2): number | null {
  return count < least ? null : squares / (count - 1);
}
