// This module is browser compatible.

import type { TrialCounts } from "../contracts/trial.ts";
import { countEvaluated, countRatios, sharpeVariance, type Trials } from "./trials.ts";

/** The largest count that an engine takes; larger counts do not change a verdict. */
const COUNT_MAX = 1_000_000_000;

/** Returns the counts that an engine takes. */
export function toCounts({ evaluated, ratios }: Trials): TrialCounts {
  return {
    count: Math.min(countEvaluated(evaluated), COUNT_MAX),
    counted: true,
    sharpeCount: countRatios(ratios),
    sharpeVariance: sharpeVariance(ratios),
  };
}
