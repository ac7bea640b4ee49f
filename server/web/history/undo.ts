import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { Candidate } from "../../contracts/candidate.ts";
import { isCandidate } from "../model/address.ts";
import { canonicalText } from "../../engine/canonical.ts";
import { arena, candidate, commit, committed, shownRun, strategies } from "../state.ts";
import { stored } from "../stored.ts";
import { back, forth, NO_TRAIL, readTrail, type Trail, visit } from "./trail.ts";

/** The steps of this tab; they survive a reload. */
const trail = stored<Trail<Candidate>>(
  "arena-trail",
  (written) => readTrail(written, isCandidate),
  NO_TRAIL,
  "tab",
);

/** Whether an undo, and a redo, would change the candidate. */
export const canUndo: ReadonlySignal<boolean> = computed(() =>
  back(trail.value, committed.value, isSame) !== null
);
export const canRedo: ReadonlySignal<boolean> = computed(() => forth(trail.value) !== null);

/**
 * Records the opened candidate as a step once it has run, without a rest: an edit that follows at once
 * can be undone.
 */
export function startTrail(): void {
  let isOpening = true;
  effect(() => {
    const shown = shownRun.value;
    if (!isOpening || shown === null || arena.value.answer === null) return;
    isOpening = false;
    takeStep(shown.candidate);
  });
}

/** Records a candidate that has run and rested as a step. */
export function takeStep(of: Candidate): void {
  trail.value = visit(trail.peek(), of, isSame);
}

/** Returns to the candidate before the current one. */
export function undo(): void {
  go(back(trail.value, candidate.value, isSame));
}

/** Reverts an undo. */
export function redo(): void {
  go(forth(trail.value));
}

function go(to: Trail<Candidate> | null): void {
  if (to === null || to.present === null) return;
  trail.value = to;
  commit(to.present);
}

/** Returns whether two candidates are equal, in whatever spelling. */
export function isSame(one: Candidate, other: Candidate): boolean {
  const known = strategies.peek();
  return canonicalText(one, known) === canonicalText(other, known);
}
