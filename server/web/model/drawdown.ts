/**
 * Returns the fall of a path from its last peak on every bar, as a fraction of the peak.
 *
 * @param peak the peak before the path
 */
export function fallsOf(path: Float64Array, peak: number): Float64Array {
  return path.map((now) => {
    peak = Math.max(peak, now);
    return 1 - now / peak;
  });
}

/** Returns the largest fall from a peak of a path that begins with 1, as a fraction. */
export function drawdownOf(path: Float64Array, from: number): number {
  return fallsOf(path.subarray(from), 1).reduce((deepest, fall) => Math.max(deepest, fall), 0);
}
