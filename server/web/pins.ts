// This module is browser compatible.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { Candidate } from "../contracts/candidate.ts";
import { isCandidate } from "./model/address.ts";
import { isSame } from "./history/undo.ts";

/** As many as one chart can distinguish. */
export const PINS_MAX = 8;
const STORAGE_KEY = "arena-pins";

const pinned = signal<readonly Candidate[]>(load());

// Another tab has pinned or unpinned.
addEventListener("storage", ({ key }) => {
  if (key === STORAGE_KEY) pinned.value = load();
});

/** The compared candidates; this browser keeps them. */
export const pins: ReadonlySignal<readonly Candidate[]> = pinned;

/** Returns whether this candidate is pinned, however it is written. */
export function isPinned(candidate: Candidate): boolean {
  return pinned.value.some((one) => isSame(one, candidate));
}

/** Pins a candidate, unless it is pinned already or there is no room. */
export function pin(candidate: Candidate): void {
  if (isPinned(candidate) || pinned.value.length >= PINS_MAX) return;
  store([...pinned.value, candidate]);
}

/** Pins several; returns how many find no place. */
export function pinAll(candidates: readonly Candidate[]): number {
  for (const candidate of candidates) pin(candidate);
  return candidates.filter((candidate) => !isPinned(candidate)).length;
}

/** Removes the pin of a candidate. */
export function unpin(candidate: Candidate): void {
  store(pinned.value.filter((one) => !isSame(one, candidate)));
}

function store(candidates: readonly Candidate[]): void {
  pinned.value = candidates;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(candidates));
  } catch {
    // Without storage the pins last until the page is loaded again.
  }
}

function load(): readonly Candidate[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isCandidate).slice(0, PINS_MAX) : [];
  } catch {
    return [];
  }
}
