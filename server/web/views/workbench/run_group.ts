// This module is browser compatible.

import { ChartGroup } from "../../charts/group.ts";
import { CHANGED_MARK, DRAWN_MEASURE, type RunOf } from "../../state.ts";

/** The charts of the run share crosshair and zoom. */
export const runGroup = new ChartGroup("run");

/** Returns where the scored window begins, milliseconds. */
export function scoredFrom({ run }: Pick<RunOf, "run">): number {
  return Date.parse(run.resolvedScoringProfile.scoreStartTimestamp);
}

/** Measures from the change of the candidate to its curves: the other charts are drawn by then. */
export function measureDrawn(): void {
  queueMicrotask(() => {
    if (performance.getEntriesByName(CHANGED_MARK).length === 0) return;
    performance.measure(DRAWN_MEASURE, CHANGED_MARK);
    performance.clearMarks(CHANGED_MARK);
  });
}
