// This module is browser compatible.

import type { Timeframe } from "../contracts/scalar.ts";

/** Bars that only feed signals, before trading and scoring begin: 30 days (`RULES.md` 2). */
const WARMUP_BARS: Readonly<Record<Timeframe, number>> = { hourly: 720, daily: 30 };

/** Half-open range of bars `[tradeStartIndex, totalBars)` that are traded and scored. */
export interface ScoringWindow {
  readonly totalBars: number;
  readonly tradeStartIndex: number;
}

/**
 * Returns the scored window of a dataset. A dataset that is no longer than the warmup has no warmup.
 *
 * @param totalBars rows of the dataset
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(scoringWindow(31, "daily").tradeStartIndex, 30);
 * assertEquals(scoringWindow(30, "daily").tradeStartIndex, 0);
 * ```
 */
export function scoringWindow(totalBars: number, timeframe: Timeframe): ScoringWindow {
  const warmupBars = WARMUP_BARS[timeframe];
  return { totalBars, tradeStartIndex: totalBars > warmupBars ? warmupBars : 0 };
}
