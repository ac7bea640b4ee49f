// This module is browser compatible.

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Candidate } from "../../contracts/candidate.ts";
import { canonicalText } from "../model/canonical.ts";
import { arena, candidate, commit } from "../state.ts";
import { back, forth, NO_TRAIL, type Trail, visit } from "./trail.ts";

const trail = signal<Trail<Candidate>>(NO_TRAIL);

/** Whether there is a candidate to go back to, and one to go forth to. */
export const canUndo: ReadonlySignal<boolean> = computed(() =>
  back(trail.value, candidate.value, isSame) !== null
);
export const canRedo: ReadonlySignal<boolean> = computed(() => forth(trail.value) !== null);

/** Takes a candidate that has run and rested as a step. */
export function takeStep(of: Candidate): void {
  trail.value = visit(trail.peek(), of, isSame);
}

/** Puts the candidate before this one back on the bench. */
export function undo(): void {
  go(back(trail.value, candidate.value, isSame));
}

/** Takes an undo back. */
export function redo(): void {
  go(forth(trail.value));
}

function go(to: Trail<Candidate> | null): void {
  if (to === null || to.present === null) return;
  trail.value = to;
  commit(to.present);
}

/** Returns whether two candidates are one, however they are written. */
export function isSame(one: Candidate, other: Candidate): boolean {
  const { strategies = [] } = arena.peek().answer ?? {};
  return canonicalText(one, strategies) === canonicalText(other, strategies);
}
