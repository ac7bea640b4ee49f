// This module is browser compatible.

import type { MarketColumns } from "../engine/messages.ts";

/** Returns PT's share of the pool by value at every bar (`RULES.md` 1). */
export function poolPtShare({ bars, columns }: MarketColumns): Float64Array {
  const { totalPt = [], totalSy = [], syIndex = [] } = columns;
  return Float64Array.from({ length: bars }, (_, bar) => {
    const [pt = NaN, sy = NaN, index = NaN] = [totalPt[bar], totalSy[bar], syIndex[bar]];
    return pt / (pt + sy * index);
  });
}
