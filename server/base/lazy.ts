// This module is browser compatible.

/**
 * Returns what makes a value with the first call and returns it with every one: a formatter takes
 * milliseconds to make, so that none is made before it is needed.
 */
export function lazy<T extends object>(make: () => T): () => T {
  let made: T | null = null;
  return () => made ??= make();
}
