import type { ArenaEvent, SkippedSignal, Steps } from "../engine/messages.ts";

/**
 * Returns a column of steps, with a value for every bar.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([...expandSteps(new Float64Array([1, 0.5, 3, 0]), 5)], [0, 0.5, 0.5, 0, 0]);
 * ```
 */
export function expandSteps(steps: Steps, bars: number): Float64Array {
  const column = new Float64Array(bars);
  for (let at = 0; at < steps.length; at += 2) {
    column.fill(steps[at + 1] ?? 0, steps[at], steps[at + 2] ?? bars);
  }
  return column;
}

/**
 * Returns the money that a candidate has beyond a passive line at every bar, as a fraction of the
 * capital. The last value is what the page calls "earned over Hold".
 *
 * @param multiples the line as multiples of the capital
 * @param capital the unit of the equity; 1 if the equity is a multiple of the capital too
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const equity = new Float64Array([100, 150]);
 * assertEquals([...gainOver(equity, new Float64Array([1, 2]), 100)], [0, -0.5]);
 * ```
 */
export function gainOver(
  equity: Float64Array,
  multiples: Float64Array,
  capital = 1,
): Float64Array {
  return equity.map((value, bar) => value / capital - (multiples[bar] ?? NaN));
}

/** Returns the skips of a run, by time. */
export function skippedSignals(events: readonly ArenaEvent[]): readonly SkippedSignal[] {
  return events.filter((event) => event.eventKind === "skipped_signal");
}

/** Returns the skips of a bar. */
export function skipsAt(skips: readonly SkippedSignal[], bar: number): readonly SkippedSignal[] {
  return skips.filter(({ at, bars }) => at <= bar && bar < at + bars);
}

/**
 * Returns the fall of a path from its last peak on every bar, as a fraction of the peak.
 *
 * @param peak the peak before the path
 */
export function fallsFromPeak(path: Float64Array, peak: number): Float64Array {
  return path.map((now) => {
    peak = Math.max(peak, now);
    return 1 - now / peak;
  });
}

/** Returns the largest fall from a peak of a path that begins with 1, as a fraction. */
export function deepestFall(path: Float64Array, from: number): number {
  return fallsFromPeak(path.subarray(from), 1).reduce(
    (deepest, fall) => Math.max(deepest, fall),
    0,
  );
}
