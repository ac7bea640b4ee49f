/** Most steps that can be undone. */
const STEPS_MAX = 200;

/** The steps of an undo history, and the position in it. */
export interface Trail<T> {
  readonly past: readonly T[];
  readonly present: T | null;
  readonly future: readonly T[];
}

/** The trail before the first step. */
export const NO_TRAIL: Trail<never> = { past: [], present: null, future: [] };

/** Returns a parsed trail; {@link NO_TRAIL} if the value is not a trail. */
export function readTrail<T>(
  written: unknown,
  isStep: (step: unknown) => step is T,
): Trail<T> {
  const { past = [], present = null, future = [] } = Object(written);
  const isWhole = Array.isArray(past) && Array.isArray(future) && isStep(present) &&
    [...past, ...future].every(isStep);
  return isWhole ? { past, present, future } : NO_TRAIL;
}

/** Returns the trail after a step, which drops the steps that were undone. */
export function visit<T>(trail: Trail<T>, step: T, isSame: (a: T, b: T) => boolean): Trail<T> {
  const { past, present } = trail;
  if (present === null) return { past, present: step, future: [] };
  if (isSame(present, step)) return trail;
  return { past: [...past, present].slice(-STEPS_MAX), present: step, future: [] };
}

/**
 * Returns the trail one step back; null at its beginning. A current value that never became a step,
 * such as a candidate that cannot run, is abandoned without one.
 *
 * @param current the value on the workbench
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const isSame = (a: number, b: number) => a === b;
 * const trail = visit(visit<number>(NO_TRAIL, 1, isSame), 2, isSame);
 * assertEquals(back(trail, 2, isSame)?.present, 1);
 * assertEquals(back(trail, 99, isSame)?.present, 2);
 * assertEquals(forth(back(trail, 2, isSame) ?? NO_TRAIL)?.present, 2);
 * ```
 */
export function back<T>(
  trail: Trail<T>,
  current: T,
  isSame: (a: T, b: T) => boolean,
): Trail<T> | null {
  const { past, present, future } = trail;
  if (present === null) return null;
  if (!isSame(present, current)) return trail;
  const last = past.at(-1);
  if (last === undefined) return null;
  return { past: past.slice(0, -1), present: last, future: [present, ...future] };
}

/** Returns the trail one step forward; null if nothing was undone. */
export function forth<T>({ past, present, future }: Trail<T>): Trail<T> | null {
  const [next, ...rest] = future;
  if (next === undefined || present === null) return null;
  return { past: [...past, present], present: next, future: rest };
}
