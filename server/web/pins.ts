// This module is browser compatible.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Candidate } from "../contracts/candidate.ts";
import { isCandidate } from "./model/address.ts";

/** As many as one chart can distinguish. */
export const PINS_MAX = 8;
const STORAGE_KEY = "arena-pins";

const pinned = signal<readonly Candidate[]>(load());

/** The compared candidates; they last as long as the tab. */
export const pins: ReadonlySignal<readonly Candidate[]> = pinned;

/** Returns whether exactly this candidate is pinned. */
export function isPinned(candidate: Candidate): boolean {
  const text = JSON.stringify(candidate);
  return pinned.value.some((one) => JSON.stringify(one) === text);
}

/** Pins a candidate, unless it is pinned already or there is no room. */
export function pin(candidate: Candidate): void {
  if (isPinned(candidate) || pinned.value.length >= PINS_MAX) return;
  store([...pinned.value, candidate]);
}

/** Removes the pin at a place. */
export function unpin(place: number): void {
  store(pinned.value.filter((_, index) => index !== place));
}

function store(candidates: readonly Candidate[]): void {
  pinned.value = candidates;
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(candidates));
  } catch {
    // Without storage the pins last until the page is loaded again.
  }
}

function load(): readonly Candidate[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isCandidate).slice(0, PINS_MAX) : [];
  } catch {
    return [];
  }
}
