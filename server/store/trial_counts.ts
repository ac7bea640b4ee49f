// This module is browser compatible.

import type { TrialCounts } from "../contracts/trial.ts";
import { countEvaluated, countRatios, sharpeVariance, type Tried } from "./trials.ts";

/** An engine takes no larger count, and a verdict tells none from it. */
const COUNT_MAX = 1_000_000_000;

/** Returns what was tried as counts. */
export function toCounts({ evaluated, ratios }: Tried): TrialCounts {
  return {
    count: Math.min(countEvaluated(evaluated), COUNT_MAX),
    counted: true,
    sharpeCount: countRatios(ratios),
    sharpeVariance: sharpeVariance(ratios),
  };
}
