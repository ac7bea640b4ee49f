import type { Trial } from "../contracts/trial.ts";
import { FORMULA_VERSION } from "../contracts/engine_constants.ts";
import type { Statements } from "../store/sqlite.ts";
import { readTried } from "../store/tried_rows.ts";
import { countEvaluated, countRatios } from "../store/trials.ts";

/** The dataset of trials that name none. */
export const DATASET = "d".repeat(64);

/** Returns a trial of candidate number `candidate`: hashes ascend with the numbers. */
export function trialOf(
  candidate: number,
  dailySharpe: number | null = null,
  datasetHash = DATASET,
): Trial {
  const candidateHash = candidate.toString(16).padStart(16, "0").padEnd(64, "f");
  return { candidateHash, datasetHash, dailySharpe };
}

/** What a file has of a key on a dataset. */
export interface Stored {
  /** Candidates evaluated, those beyond included. */
  readonly evaluated: number;
  /** Candidates with an entry for the Sharpe ratio. */
  readonly ratios: number;
}

/** Returns what a file has of a key on a dataset. */
export function storedTrials(file: Statements, keyId: string, datasetHash = DATASET): Stored {
  const { evaluated, ratios } = readTried(file, {
    keyId,
    datasetHash,
    formulaVersion: FORMULA_VERSION,
  });
  return { evaluated: countEvaluated(evaluated), ratios: countRatios(ratios) };
}
