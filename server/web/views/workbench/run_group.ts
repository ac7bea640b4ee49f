import { ChartGroup } from "../../charts/group.ts";
import type { RunOf } from "../../state.ts";

/** The charts of the run share crosshair and zoom. */
export const runGroup = new ChartGroup("run");

/** Returns the start of the scored window, milliseconds. */
export function scoredFrom({ run }: Pick<RunOf, "run">): number {
  return Date.parse(run.resolvedScoringProfile.scoreStartTimestamp);
}
