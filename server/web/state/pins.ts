import type { Candidate } from "../../contracts/candidate.ts";
import { isSame } from "./undo.ts";
import { isCandidate } from "../model/address.ts";
import { stored } from "./stored.ts";

/** As many as one chart can distinguish. */
export const PINS_MAX = 8;

const NO_PINS: readonly Candidate[] = [];

const pinned = stored("arena-pins", readPins, NO_PINS);

/** The pinned candidates, which the comparison shows. */
export const pins: { readonly value: readonly Candidate[] } = pinned;

/** Returns whether a candidate is pinned, in whatever spelling. */
export function isPinned(candidate: Candidate): boolean {
  return pinned.value.some((one) => isSame(one, candidate));
}

/** Pins a candidate, unless it is pinned already or all places are taken. */
export function pin(candidate: Candidate): void {
  if (isPinned(candidate) || pinned.value.length >= PINS_MAX) return;
  pinned.value = [...pinned.value, candidate];
}

/** Pins several candidates; returns how many of them find no place. */
export function pinAll(candidates: readonly Candidate[]): number {
  for (const candidate of candidates) pin(candidate);
  return candidates.filter((candidate) => !isPinned(candidate)).length;
}

/** Removes the pin of a candidate. */
export function unpin(candidate: Candidate): void {
  pinned.value = pinned.value.filter((one) => !isSame(one, candidate));
}

function readPins(written: unknown): readonly Candidate[] | undefined {
  return Array.isArray(written) ? written.filter(isCandidate).slice(0, PINS_MAX) : undefined;
}
