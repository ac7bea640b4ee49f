import type { Trial } from "../contracts/trial.ts";
import { type Database, SqliteSql } from "../store/sqlite.ts";
import type { SqliteTrialStore } from "../store/sql_trials.ts";
import { countTries, READ_TRIALS, toTrials, valuesOfPlace } from "../store/trial_rows.ts";
import type { CountTries } from "../store/trial_store.ts";
import { countEvaluated } from "../store/trials.ts";

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

/** The trials of a key on a dataset, as a file has them. */
export interface Stored {
  /** Candidates evaluated, with those beyond the kept ones. */
  readonly evaluated: number;
  /** Candidates that are kept with an entry for the Sharpe ratio. */
  readonly ratios: number;
}

/** Reads the trials of a key on a dataset. */
export function storedTrials(database: Database, keyId: string, datasetHash = DATASET): Stored {
  const values = valuesOfPlace({ keyId, datasetHash });
  const [row] = new SqliteSql(() => database).rows(READ_TRIALS, values);
  const { evaluated, ratios } = toTrials(row);
  return { evaluated: countEvaluated(evaluated), ratios: ratios.length / 16 };
}

const IS_WRITTEN = true;

/** Returns a function that counts tries, after it has written those that a server writes each second. */
export function triesOf(sql: SqliteSql, trials: SqliteTrialStore): CountTries {
  return async (...tries) => {
    const taken = trials.take();
    if (taken !== null) {
      await sql.nested((transaction) => taken.write(transaction));
      taken.settle(IS_WRITTEN);
    }
    return await countTries(sql, ...tries);
  };
}
