import type { SweepError, SweepPoint } from "../engine/messages.ts";

/** Returns whether a candidate ran. */
export function isPoint(
  outcome: SweepPoint | SweepError | null | undefined,
): outcome is SweepPoint {
  return outcome !== null && outcome !== undefined && "score" in outcome;
}
