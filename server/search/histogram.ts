// This module is browser compatible.

/**
 * How often numbers fall into bins of one width, a power of two: bin `first + k` begins at
 * `(first + k)*width`. It is the same in whatever order numbers and histograms are joined.
 */
export interface Histogram {
  readonly width: number;
  readonly first: number;
  readonly counts: readonly number[];
}

/** Most bins. */
const BINS_MAX = 64;

/** The histogram of nothing. */
export const NO_HISTOGRAM: Histogram = { width: 2 ** -30, first: 0, counts: [] };

/** Returns the histogram of numbers; those that are not finite are left out. */
export function histogramOf(numbers: Float64Array): Histogram {
  let [min, max] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (!Number.isFinite(number)) continue;
    if (number < min) min = number;
    if (number > max) max = number;
  }
  if (min > max) return NO_HISTOGRAM;
  let { width } = NO_HISTOGRAM;
  while (Math.floor(max / width) - Math.floor(min / width) >= BINS_MAX) width *= 2;
  const first = Math.floor(min / width);
  const counts = new Array<number>(Math.floor(max / width) - first + 1).fill(0);
  for (const number of numbers) {
    if (!Number.isFinite(number)) continue;
    const bin = Math.floor(number / width) - first;
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return { width, first, counts };
}

/** Joins two histograms. */
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
