// This module is browser compatible.

import { WEIGHT_BPS_TOTAL } from "../../contracts/engine_constants.ts";
import type { ArenaEvent, Run, SkippedSignal } from "../engine/messages.ts";

/** Target and position of a candidate at every bar, fractions of its equity. */
export interface Positions {
  readonly target: Float64Array;
  readonly position: Float64Array;
}

/**
 * Returns the weighted targets and positions of the components, where 1 is all capital in PT. Both are
 * 0 in the warmup.
 */
export function positionsOf({ candidate, ledgers, resolvedScoringProfile }: Run): Positions {
  const bars = resolvedScoringProfile.totalBars;
  const target = new Float64Array(bars);
  const position = new Float64Array(bars);
  ledgers.forEach(({ signalTarget, executedPosition }, component) => {
    const weight = (candidate.components[component]?.weightBps ?? 0) / WEIGHT_BPS_TOTAL;
    for (let bar = resolvedScoringProfile.tradeStartIndex; bar < bars; bar++) {
      target[bar] = (target[bar] ?? 0) + weight * (signalTarget[bar] ?? 0);
      position[bar] = (position[bar] ?? 0) + weight * (executedPosition[bar] ?? 0);
    }
  });
  return { target, position };
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
 * assertEquals([...differenceOf(equity, new Float64Array([1, 2]), 100)], [0, -0.5]);
 * ```
 */
export function differenceOf(
  equity: Float64Array,
  multiples: Float64Array,
  capital = 1,
): Float64Array {
  return equity.map((value, bar) => value / capital - (multiples[bar] ?? NaN));
}

/** Returns the skips of a run, by time. */
export function skipsOf(events: readonly ArenaEvent[]): readonly SkippedSignal[] {
  return events.filter((event) => event.eventKind === "skipped_signal");
}

/** Returns the skips at a time in milliseconds. */
export function skipsAt(skips: readonly SkippedSignal[], at: number): readonly SkippedSignal[] {
  return skips.filter(({ timestamp, lastTimestamp }) =>
    Date.parse(timestamp) <= at && at <= Date.parse(lastTimestamp)
  );
}
