// This module is browser compatible.

import type { Candidate } from "../../../contracts/candidate.ts";
import { backgroundEngine, score } from "../../background.ts";
import type { Colour } from "../../charts/theme.ts";
import { type Failure, failureOf } from "../../engine/failure.ts";
import type { Evaluation, Run } from "../../engine/messages.ts";

/** A pinned candidate with its outcome. */
export interface Compared {
  readonly candidate: Candidate;
  readonly outcome: { readonly run: Run; readonly evaluation: Evaluation } | null;
  /** Why there is no outcome; null when there is one. */
  readonly failure: Failure | null;
}

/** Colours by place; the number beside a curve identifies it without colour. */
export const PIN_COLOURS: readonly Colour[] = [
  "accent",
  "hold",
  "far",
  "reason-2",
  "reason-5",
  "reason-1",
  "idle",
  "bad",
];

/** Finished comparisons, by the text of the candidate. */
const known = new Map<string, Promise<Compared>>();

/** Runs and scores candidates; an invalid one does not affect the others. */
export async function compareAll(
  candidates: readonly Candidate[],
): Promise<readonly Compared[]> {
  return await Promise.all(candidates.map((candidate) => {
    const text = JSON.stringify(candidate);
    const comparing = known.get(text) ?? compare(candidate);
    known.set(text, comparing);
    // A failed one is tried again the next time.
    comparing.then(({ failure }) => failure !== null && known.delete(text));
    return comparing;
  }));
}

async function compare(candidate: Candidate): Promise<Compared> {
  try {
    const run = await backgroundEngine().run(candidate);
    const { evaluation } = await score(candidate);
    return { candidate, outcome: { run, evaluation }, failure: null };
  } catch (thrown) {
    return { candidate, outcome: null, failure: failureOf(thrown) };
  }
}
