// This module is browser compatible.

/**
 * Counts of numbers by bins of one width, a power of two: bin `first + k` begins at
 * `(first + k) * width`. The result does not depend on the order in which numbers are added.
 */
export interface Histogram {
  readonly width: number;
  readonly first: number;
  readonly counts: readonly number[];
}

/** Most bins. */
const BINS_MAX = 64;

/** The empty histogram. */
export const NO_HISTOGRAM: Histogram = { width: 2 ** -30, first: 0, counts: [] };

/** Returns the histogram of the finite numbers. */
export function histogramOf(numbers: Float64Array): Histogram {
  let [min, max] = [Infinity, -Infinity];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? NaN;
    if (!Number.isFinite(number)) continue;
    if (number < min) min = number;
    if (number > max) max = number;
  }
  if (min > max) return NO_HISTOGRAM;
  let { width } = NO_HISTOGRAM;
  while (Math.floor(max / width) - Math.floor(min / width) >= BINS_MAX) width *= 2;
  const first = Math.floor(min / width);
  const counts = new Array<number>(Math.floor(max / width) - first + 1).fill(0);
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? NaN;
    if (!Number.isFinite(number)) continue;
    const bin = Math.floor(number / width) - first;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { width, first, counts };
}

/** Merges two histograms. */
export function mergeHistograms(one: Histogram, other: Histogram): Histogram {
  if (one.counts.length === 0) return other;
  if (other.counts.length === 0) return one;
  let [left, right] = [one, other];
  while (left.width < right.width) left = coarser(left);
  while (right.width < left.width) right = coarser(right);
  while (true) {
    const first = Math.min(left.first, right.first);
    const end = Math.max(left.first + left.counts.length, right.first + right.counts.length);
    if (end - first > BINS_MAX) [left, right] = [coarser(left), coarser(right)];
    else {
      const counts = Array.from(
        { length: end - first },
        (_, at) => countAt(left, first + at) + countAt(right, first + at),
      );
      return { width: left.width, first, counts };
    }
  }
}

function countAt({ first, counts }: Histogram, bin: number): number {
  return counts[bin - first] ?? 0;
}

function coarser({ width, first, counts }: Histogram): Histogram {
  const start = Math.floor(first / 2);
  const length = Math.floor((first + counts.length - 1) / 2) - start + 1;
  const joined = new Array<number>(length).fill(0);
  counts.forEach((count, at) => {
    const bin = Math.floor((first + at) / 2) - start;
    joined[bin] = (joined[bin] ?? 0) + count;
  });
  return { width: 2 * width, first: start, counts: joined };
}
