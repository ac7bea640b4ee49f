// This module is browser compatible.

import { z } from "zod";
import type { Candidate } from "../contracts/candidate.ts";
import type { CountsByDataset, EvaluatedBefore, TrialCounts } from "../contracts/trial.ts";
import { candidateHashOf } from "../engine/canonical.ts";
import type { Engine } from "../engine/engine.ts";
import { okValue } from "../engine/wire.ts";
import { CatalogueSchema } from "../engine/wire_schemas.ts";
import {
  candidateOf,
  countEvaluated,
  type Evaluated,
  joinEvaluated,
  NO_TRIALS,
} from "../store/trials.ts";

/** The candidates that a key had evaluated before a search, as its order stores them. */
export const EvaluatedBeforeSchema = z.object({
  datasetHash: z.string(),
  kept: z.base64(),
  beyond: z.int().min(0),
});

/** A candidate that a search is about to evaluate. */
export interface Chosen {
  readonly candidate: Candidate;
  readonly datasetHash: string;
}

/**
 * Returns the trials among which a search's candidates are judged, by dataset: those that the key had
 * evaluated before the search, and those that the search evaluates. Each distinct candidate counts
 * once, so a search that is repeated adds nothing.
 *
 * @param luck how the Sharpe ratios are deflated
 */
export async function evaluationTrials(
  engine: Engine,
  chosen: readonly Chosen[],
  before: readonly EvaluatedBefore[],
  luck: Pick<TrialCounts, "sharpeCount" | "sharpeVariance">,
): Promise<CountsByDataset> {
  const { strategies } = okValue(CatalogueSchema, engine.strategyCatalogue());
  const evaluated = new Map<string, Evaluated>(
    before.map(({ datasetHash, kept, beyond }) => [
      datasetHash,
      { kept: Uint8Array.fromBase64(kept), beyond },
    ]),
  );
  for (const { candidate, datasetHash } of chosen) {
    const own = { kept: candidateOf(await candidateHashOf(candidate, strategies)), beyond: 0 };
    const known = evaluated.get(datasetHash) ?? NO_TRIALS.evaluated;
    evaluated.set(datasetHash, joinEvaluated(known, own));
  }
  return Object.fromEntries([...evaluated].map(([datasetHash, trials]) => [
    datasetHash,
    { count: countEvaluated(trials), counted: true, ...luck },
  ]));
}
