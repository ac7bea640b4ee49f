/** Numbers of a sample, oldest first. */
export type Sample = readonly number[];

/** Returns the arithmetic mean. */
export function mean(sample: Sample): number {
  return sample.reduce((sum, value) => sum + value, 0) / sample.length;
}

/** Returns the root of the mean square. */
export function rootMeanSquare(sample: Sample): number {
  return Math.sqrt(mean(sample.map((value) => value * value)));
}

/** Returns the sample standard deviation. */
export function deviation(sample: Sample): number {
  const center = mean(sample);
  const squares = sample.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return Math.sqrt(squares / (sample.length - 1));
}

/** Returns the median. */
export function median(sample: Sample): number {
  const sorted = sample.toSorted((a, b) => a - b);
  const at = (index: number): number => sorted[Math.floor(index)] ?? NaN;
  return (at((sorted.length - 1) / 2) + at(sorted.length / 2)) / 2;
}

/** Returns the change of each value over the one before it. */
export function changes(sample: Sample): number[] {
  return sample.slice(1).map((value, index) => value - (sample[index] ?? NaN));
}

/** Returns the slope of the least-squares line through `y` over `x`. */
export function slope(x: Sample, y: Sample): number {
  const [meanX, meanY] = [mean(x), mean(y)];
  const products = x.reduce(
    (sum, value, at) => sum + (value - meanX) * ((y[at] ?? NaN) - meanY),
    0,
  );
  return products / x.reduce((sum, value) => sum + (value - meanX) ** 2, 0);
}

/**
 * Returns the steps in which half of a deviation is gone, from the regression of each value on the
 * one before it.
 *
 * The regression reads the coefficient `r` too low in a short sample, by `(1 + 3r)/n` (Kendall
 * 1954), which is put back. Infinity where nothing reverts.
 */
export function halfLife(sample: Sample): number {
  const raw = slope(sample.slice(0, -1), sample.slice(1));
  const steps = sample.length - 1;
  const coefficient = (steps * raw + 1) / (steps - 3);
  return coefficient < 1 ? Math.LN2 / -Math.log(Math.max(coefficient, 0)) : Infinity;
}
