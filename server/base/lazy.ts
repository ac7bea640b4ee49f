// This module is browser compatible.

/**
 * Memoizes a factory: the first call makes the value. A formatter takes milliseconds to make, so it is
 * made when it is needed.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => made ??= make();
}
