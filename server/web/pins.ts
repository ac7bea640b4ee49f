// This module is browser compatible.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Candidate } from "../contracts/candidate.ts";
import { isCandidate } from "./model/address.ts";

/** As many as can be told apart in one chart. */
export const PINS_MAX = 8;
const STORED = "arena-pins";

const pinned = signal<readonly Candidate[]>(stored());

/** Candidates that are compared; they last as long as the tab. */
export const pins: ReadonlySignal<readonly Candidate[]> = pinned;

/** Says whether a candidate is pinned, as it is written. */
export function isPinned(candidate: Candidate): boolean {
  const text = JSON.stringify(candidate);
  return pinned.value.some((one) => JSON.stringify(one) === text);
}

/** Pins a candidate, unless it is or there is no room. */
export function pin(candidate: Candidate): void {
  if (isPinned(candidate) || pinned.value.length >= PINS_MAX) return;
  keep([...pinned.value, candidate]);
}

/** Takes the pin at a place away. */
export function unpin(place: number): void {
  keep(pinned.value.filter((_, index) => index !== place));
}

function keep(candidates: readonly Candidate[]): void {
  pinned.value = candidates;
  try {
    sessionStorage.setItem(STORED, JSON.stringify(candidates));
  } catch {
    // Without storage the pins last until the page is loaded again.
  }
}

function stored(): readonly Candidate[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isCandidate).slice(0, PINS_MAX) : [];
  } catch {
    return [];
  }
}
