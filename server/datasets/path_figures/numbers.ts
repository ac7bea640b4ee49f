// This module is browser compatible.

/** Numbers of a sample, oldest first. */
export type Sample = readonly number[];

/** Returns the arithmetic mean. */
export function mean(sample: Sample): number {
  return sample.reduce((sum, value) => sum + value, 0) / sample.length;
}

/** Returns the sample standard deviation. */
export function deviation(sample: Sample): number {
  const center = mean(sample);
  const squares = sample.reduce((sum, value) => sum + (value - center) ** 2, 0);
  return Math.sqrt(squares / (sample.length - 1));
}

/** Returns the quantile of a share of the sample, interpolated linearly. */
export function quantile(sample: Sample, share: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const at = (index: number): number => sorted[index] ?? NaN;
  const [low, high] = [at(Math.floor(place)), at(Math.ceil(place))];
  return low + (high - low) * (place - Math.floor(place));
}

/** Returns the change from each value to the next. */
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
 * Returns the variance of overlapping changes over several steps relative to independent steps (Lo and
 * MacKinlay 1988): 1 for a random walk, less for a mean-reverting series.
 *
 * @param steps changes over one step
 */
export function varianceRatio(steps: Sample, length: number): number {
  const center = mean(steps);
  const sums = steps.slice(length - 1).map((_, at) =>
    steps.slice(at, at + length).reduce((sum, step) => sum + step - center, 0)
  );
  const ofOne = steps.reduce((sum, step) => sum + (step - center) ** 2, 0) / steps.length;
  return sums.reduce((sum, value) => sum + value ** 2, 0) / sums.length / (length * ofOne);
}
