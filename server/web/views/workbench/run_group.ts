// This module is browser compatible.

import { ChartGroup } from "../../charts/group.ts";
import type { RunOf } from "../../state.ts";

/** The charts of the run share crosshair and zoom. */
export const runGroup = new ChartGroup("run");

/** Returns where the scored window begins, milliseconds. */
export function scoredFrom({ run }: Pick<RunOf, "run">): number {
  return Date.parse(run.resolvedScoringProfile.scoreStartTimestamp);
}
