import { FORMULA_VERSION } from "../contracts/engine_constants.ts";
import type { Trial } from "../contracts/trial.ts";
import type { SearchedOn } from "./search_store.ts";
import { placeholderTrials, ratiosOf } from "./searched.ts";
import type { Transaction, Value } from "./sql.ts";
import { type NewTrials, toTrials, writeRatios } from "./trial_rows.ts";
import { candidateOf, type Evaluated, joinEvaluated, NO_TRIALS } from "./trials.ts";
import { WRITE_LOCK } from "./write_behind.ts";

/** Returns candidates that a search has evaluated as trials of its key. */
export function evaluatedTrials(keyId: string, trials: readonly Trial[]): readonly NewTrials[] {
  const found = new Map<string, Evaluated>();
  for (const { candidateHash, datasetHash } of trials) {
    const own = { kept: candidateOf(candidateHash), beyond: 0 };
    found.set(datasetHash, joinEvaluated(found.get(datasetHash) ?? NO_TRIALS.evaluated, own));
  }
  return [...found].map(([datasetHash, evaluated]) => (
    { keyId, datasetHash, trials: { ...NO_TRIALS, evaluated } }
  ));
}

/**
 * Returns candidates that a search has run as trials of its key.
 *
 * @param ran how many have run, where the search does not know which
 */
export function searchedTrials(
  { id, keyId, ran }: { readonly id: string; readonly keyId: string; readonly ran: number },
  searched: readonly SearchedOn[],
): readonly NewTrials[] {
  return searched.map(({ datasetHash, ratios }) => {
    const own = ratios ?? ratiosOf(placeholderTrials(id, ran));
    return { keyId, datasetHash, trials: { ...NO_TRIALS, ratios: own } };
  });
}

/**
 * Adds the trials of a search to those of its key. A candidate counts once, so the same trials may be
 * added again.
 */
export async function addTrials(
  transaction: Transaction,
  all: readonly NewTrials[],
): Promise<void> {
  // Two transactions that lock several datasets lock them in the same order.
  const ordered = all.toSorted((a, b) => a.datasetHash < b.datasetHash ? -1 : 1);
  for (const place of ordered) {
    if (place.trials.evaluated !== NO_TRIALS.evaluated) await addEvaluated(transaction, place);
  }
  const searched = ordered.filter(({ trials }) => trials.ratios.length > 0);
  if (searched.length === 0) return;
  await transaction.lock(WRITE_LOCK);
  await writeRatios(transaction, searched);
}

async function addEvaluated(
  transaction: Transaction,
  { keyId, datasetHash, trials: { evaluated } }: NewTrials,
): Promise<void> {
  const place: readonly Value[] = [keyId, Uint8Array.fromHex(datasetHash), FORMULA_VERSION];
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
  if (after === before) return;
  await transaction.query(
    `UPDATE evaluated SET kept = ?, beyond = ? WHERE ${isPlace}`,
    [after.kept, after.beyond, ...place],
  );
}
