import { computed, effect, type ReadonlySignal } from "@preact/signals";
import type { Candidate } from "../../contracts/candidate.ts";
import { isCandidate } from "../model/address.ts";
import { canonicalText } from "../../engine/canonical.ts";
import { arena, candidate, commit, committed, shownRun, strategies } from "./state.ts";
import { stored } from "./stored.ts";

/** Most steps that can be undone. */
const STEPS_MAX = 200;

/** The steps of an undo history, and the position in it. */
export interface Trail {
  readonly past: readonly Candidate[];
  readonly present: Candidate | null;
  readonly future: readonly Candidate[];
}

/** The trail before the first step. */
export const NO_TRAIL: Trail = { past: [], present: null, future: [] };

/** The steps of this tab; they survive a reload. */
const trail = stored<Trail>("arena-trail", readTrail, NO_TRAIL, "tab");

/** Whether an undo, and a redo, would change the candidate. */
export const canUndo: ReadonlySignal<boolean> = computed(() =>
  back(trail.value, committed.value) !== null
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
  trail.value = visit(trail.peek(), of);
}

/** Returns to the candidate before the current one. */
export function undo(): void {
  go(back(trail.value, candidate.value));
}

/** Reverts an undo. */
export function redo(): void {
  go(forth(trail.value));
}

function go(to: Trail | null): void {
  if (to === null || to.present === null) return;
  trail.value = to;
  commit(to.present);
}

/** Returns whether two candidates are equal, in whatever spelling. */
export function isSame(one: Candidate, other: Candidate): boolean {
  const known = strategies.peek();
  return canonicalText(one, known) === canonicalText(other, known);
}

/** Returns a parsed trail; {@link NO_TRAIL} if the value is not a trail. */
export function readTrail(written: unknown): Trail {
  const { past = [], present = null, future = [] } = Object(written);
  const isWhole = Array.isArray(past) && Array.isArray(future) && isCandidate(present) &&
    [...past, ...future].every(isCandidate);
  return isWhole ? { past, present, future } : NO_TRAIL;
}

/** Returns the trail after a step, which drops the steps that were undone. */
export function visit(trail: Trail, step: Candidate): Trail {
  const { past, present } = trail;
  if (present === null) return { past, present: step, future: [] };
  if (isSame(present, step)) return trail;
  return { past: [...past, present].slice(-STEPS_MAX), present: step, future: [] };
}

/**
 * Returns the trail one step back; null at its beginning. A current candidate that never became a step,
 * such as one that cannot run, is abandoned without one.
 *
 * @param current the candidate on the workbench
 */
export function back(trail: Trail, current: Candidate): Trail | null {
  const { past, present, future } = trail;
  if (present === null) return null;
  if (!isSame(present, current)) return trail;
  const last = past.at(-1);
  if (last === undefined) return null;
  return { past: past.slice(0, -1), present: last, future: [present, ...future] };
}

/** Returns the trail one step forward; null if nothing was undone. */
export function forth({ past, present, future }: Trail): Trail | null {
  const [next, ...rest] = future;
  if (next === undefined || present === null) return null;
  return { past: [...past, present], present: next, future: rest };
}
