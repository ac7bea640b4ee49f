// This module is browser compatible.

/** Returns the largest fall from a peak of a path that begins with 1, as a fraction. */
export function drawdownOf(path: ArrayLike<number>, from: number): number {
  let [peak, deepest] = [1, 0];
  for (let bar = from; bar < path.length; bar++) {
    const now = path[bar] ?? 0;
    peak = Math.max(peak, now);
    deepest = Math.max(deepest, 1 - now / peak);
  }
  return deepest;
}
