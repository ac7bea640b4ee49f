import { FORMULA_VERSION } from "../contracts/engine_constants.ts";
import type { Trial } from "../contracts/trial.ts";
import type { Transaction } from "./sql.ts";
import { toTrials } from "./trial_rows.ts";
import { candidateOf, type Evaluated, joinEvaluated, NO_TRIALS } from "./trials.ts";

/**
 * Adds candidates that a search has evaluated to the trials of its key. A candidate counts once, so
 * the same candidates may be added again.
 */
export async function addEvaluated(
  transaction: Transaction,
  keyId: string,
  trials: readonly Trial[],
): Promise<void> {
  // Two transactions that lock several datasets lock them in the same order.
  const byDataset = [...evaluatedByDataset(trials)].toSorted(([a], [b]) => a < b ? -1 : 1);
  for (const [datasetHash, evaluated] of byDataset) {
    const place = [keyId, Uint8Array.fromHex(datasetHash), FORMULA_VERSION];
    const isPlace = "key_id = ? AND dataset_hash = ? AND formula_version = ?";
    // A row that another transaction could add meanwhile cannot be locked.
    await transaction.query(
      `INSERT INTO evaluated (key_id, dataset_hash, formula_version, kept, beyond)
        VALUES (?, ?, ?, ?, 0) ON CONFLICT DO NOTHING`,
      [...place, NO_TRIALS.evaluated.kept],
    );
    const [row] = await transaction.query(
      `SELECT kept, beyond FROM evaluated WHERE ${isPlace}${transaction.forUpdate}`,
      place,
    );
    const before = toTrials(row).evaluated;
    const after = joinEvaluated(before, evaluated);
    if (after === before) continue;
    await transaction.query(
      `UPDATE evaluated SET kept = ?, beyond = ? WHERE ${isPlace}`,
      [after.kept, after.beyond, ...place],
    );
  }
}

function evaluatedByDataset(trials: readonly Trial[]): ReadonlyMap<string, Evaluated> {
  const found = new Map<string, Evaluated>();
  for (const { candidateHash, datasetHash } of trials) {
    const own = { kept: candidateOf(candidateHash), beyond: 0 };
    found.set(datasetHash, joinEvaluated(found.get(datasetHash) ?? NO_TRIALS.evaluated, own));
  }
  return found;
}
