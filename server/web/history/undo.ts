// This module is browser compatible.

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Candidate } from "../../contracts/candidate.ts";
import { isCandidate } from "../model/address.ts";
import { canonicalText } from "../model/canonical.ts";
import { arena, candidate, commit } from "../state.ts";
import { back, forth, NO_TRAIL, readTrail, type Trail, visit } from "./trail.ts";

const STORAGE_KEY = "arena-trail";

/** The steps of this tab; they outlive a reload of it. */
const trail = signal<Trail<Candidate>>(load());

/** Whether there is a candidate to go back to, and one to go forth to. */
export const canUndo: ReadonlySignal<boolean> = computed(() =>
  back(trail.value, candidate.value, isSame) !== null
);
export const canRedo: ReadonlySignal<boolean> = computed(() => forth(trail.value) !== null);

/** Takes a candidate that has run and rested as a step. */
export function takeStep(of: Candidate): void {
  store(visit(trail.peek(), of, isSame));
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
  store(to);
  commit(to.present);
}

function store(to: Trail<Candidate>): void {
  trail.value = to;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(to));
  } catch {
    // Without storage the steps last until the page is loaded again.
  }
}

function load(): Trail<Candidate> {
  try {
    return readTrail(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null"), isCandidate);
  } catch {
    return NO_TRAIL;
  }
}

/** Returns whether two candidates are one, however they are written. */
export function isSame(one: Candidate, other: Candidate): boolean {
  const { strategies = [] } = arena.peek().answer ?? {};
  return canonicalText(one, strategies) === canonicalText(other, strategies);
}
