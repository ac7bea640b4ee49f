import { computed, type ReadonlySignal } from "@preact/signals";
import type { Candidate } from "../../../contracts/candidate.ts";
import { timeframeOf } from "../../model/candidate.ts";
import { candidate, runFailure, shownRun } from "../../state.ts";

/** Whether the last successful run belongs to an earlier candidate. */
export const isStale: ReadonlySignal<boolean> = computed(() => {
  const shown = shownRun.value;
  return shown !== null && (runFailure.value !== null || !isSameDataset(shown.candidate));
});

/** Returns whether a run has the dataset of the edited candidate; another dataset may take time to load. */
function isSameDataset(of: Candidate): boolean {
  const current = candidate.value;
  return of.marketId === current.marketId && timeframeOf(of) === timeframeOf(current);
}
