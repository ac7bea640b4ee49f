// This module is browser compatible.

import type { Candidate } from "../../../contracts/candidate.ts";
import { backgroundEngine, score } from "../../background.ts";
import { type Failure, failureOf } from "../../engine/failure.ts";
import type { Evaluation, MarketColumns, Run } from "../../engine/messages.ts";
import { timeframeOf } from "../../model/candidate.ts";

/** What came of a candidate, on what. */
export interface Outcome {
  readonly run: Run;
  readonly evaluation: Evaluation;
  readonly dataset: MarketColumns;
}

/** A candidate with its outcome. */
export interface Compared {
  readonly candidate: Candidate;
  readonly outcome: Outcome | null;
  /** Why there is no outcome; null when there is one. */
  readonly failure: Failure | null;
}

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
    const engine = backgroundEngine();
    const run = await engine.run(candidate);
    const dataset = await engine.columns(candidate.marketId, timeframeOf(candidate));
    const { evaluation } = await score(candidate);
    return { candidate, outcome: { run, evaluation, dataset }, failure: null };
  } catch (thrown) {
    return { candidate, outcome: null, failure: failureOf(thrown) };
  }
}
