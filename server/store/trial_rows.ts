import { FORMULA_VERSION } from "../contracts/engine_constants.ts";
import { bytesOf, inBatches, placeholders, type Queries, type Row, type Value } from "./sql.ts";
import type { CountTries } from "./trial_store.ts";
import { CANDIDATE_BYTES, joinTrials, NO_TRIALS, type Trials } from "./trials.ts";

/** Whose trials on which dataset. */
export interface TrialPlace {
  readonly keyId: string;
  /** Lower-case hex. */
  readonly datasetHash: string;
}

/** Trials of a place that are not written yet. */
export interface NewTrials extends TrialPlace {
  readonly trials: Trials;
}

/** Reads the trials of one place in one statement, see `valuesOfPlace` and `toTrials`. */
export const READ_TRIALS = `SELECT
  (SELECT kept FROM evaluated
    WHERE key_id = ? AND dataset_hash = ? AND formula_version = ${FORMULA_VERSION}) AS kept,
  (SELECT beyond FROM evaluated
    WHERE key_id = ? AND dataset_hash = ? AND formula_version = ${FORMULA_VERSION}) AS beyond,
  (SELECT ratios FROM sharpe_ratios WHERE key_id = ? AND dataset_hash = ?) AS ratios`;

/** Reads the trials of a key on all datasets, up to two rows for each, see `toTrials`. */
export const READ_KEY = `SELECT dataset_hash, kept, beyond, NULL AS ratios FROM evaluated
    WHERE key_id = ? AND formula_version = ${FORMULA_VERSION}
  UNION ALL SELECT dataset_hash, NULL, 0, ratios FROM sharpe_ratios WHERE key_id = ?
  ORDER BY dataset_hash`;

/** Returns the values of `READ_TRIALS`. */
export function valuesOfPlace({ keyId, datasetHash }: TrialPlace): readonly Value[] {
  const place = [keyId, Uint8Array.fromHex(datasetHash)];
  return [...place, ...place, ...place];
}

/** Returns the trials of a row; those of a column that is NULL are empty. */
export function toTrials(row: Row | undefined): Trials {
  return {
    evaluated: { kept: bytesOf(row?.["kept"]), beyond: Number(row?.["beyond"] ?? 0) },
    ratios: bytesOf(row?.["ratios"]),
  };
}

/** Names a place in a map. */
export function placeId({ keyId, datasetHash }: TrialPlace): string {
  return `${keyId} ${datasetHash}`;
}

/** Counts tries as `CountTries` does, without reading the candidates. */
export async function countTries(
  sql: Queries,
  ...[datasetHash, keyIds]: Parameters<CountTries>
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  await inBatches(keyIds, async (batch) => {
    const rows = await sql.query(
      `SELECT key_id, length(kept) AS bytes, beyond FROM evaluated
        WHERE dataset_hash = ? AND formula_version = ${FORMULA_VERSION}
        AND key_id IN ${placeholders(1, batch.length)}`,
      [Uint8Array.fromHex(datasetHash), ...batch],
    );
    for (const { key_id: keyId, bytes, beyond } of rows) {
      counts.set(String(keyId), Number(bytes) / CANDIDATE_BYTES + Number(beyond));
    }
  });
  return counts;
}

/** Joins new trials to the stored ones, in a transaction that no other writer shares. */
export async function writeTrials(sql: Queries, all: readonly NewTrials[]): Promise<void> {
  const isEvaluated = ({ trials: { evaluated } }: NewTrials): boolean =>
    evaluated !== NO_TRIALS.evaluated;
  await inBatches(all.filter(isEvaluated), (batch) => writeEvaluated(sql, batch));
  await inBatches(all, (batch) => writeRatios(sql, batch));
}

async function writeEvaluated(sql: Queries, batch: readonly NewTrials[]): Promise<void> {
  const stored = await readRows(sql, "evaluated", batch, `formula_version = ${FORMULA_VERSION}`);
  const changed = changedBy(batch, stored, (trials) => trials.evaluated);
  if (changed.length === 0) return;
  await sql.query(
    `INSERT INTO evaluated (key_id, dataset_hash, formula_version, kept, beyond)
      VALUES ${placeholders(changed.length, 5)}
      ON CONFLICT (key_id, dataset_hash, formula_version)
      DO UPDATE SET kept = excluded.kept, beyond = excluded.beyond`,
    changed.flatMap(({ keyId, datasetHash, trials: { evaluated: { kept, beyond } } }) => [
      keyId,
      Uint8Array.fromHex(datasetHash),
      FORMULA_VERSION,
      kept,
      beyond,
    ]),
  );
}

/** Joins new ratios to the stored ones, in a transaction that no other writer shares. */
export async function writeRatios(sql: Queries, batch: readonly NewTrials[]): Promise<void> {
  const stored = await readRows(sql, "sharpe_ratios", batch);
  const changed = changedBy(batch, stored, (trials) => trials.ratios);
  if (changed.length === 0) return;
  await sql.query(
    `INSERT INTO sharpe_ratios (key_id, dataset_hash, ratios)
      VALUES ${placeholders(changed.length, 3)}
      ON CONFLICT (key_id, dataset_hash) DO UPDATE SET ratios = excluded.ratios`,
    changed.flatMap(({ keyId, datasetHash, trials: { ratios } }) => [
      keyId,
      Uint8Array.fromHex(datasetHash),
      ratios,
    ]),
  );
}

/** Reads what a table has of places; returns the trials by place. */
async function readRows(
  sql: Queries,
  table: string,
  places: readonly TrialPlace[],
  condition = "true",
): Promise<ReadonlyMap<string, Trials>> {
  const isOne = places.map(() => "(key_id = ? AND dataset_hash = ?)").join(" OR ");
  const rows = await sql.query(
    `SELECT * FROM ${table} WHERE ${condition} AND (${isOne})`,
    places.flatMap(({ keyId, datasetHash }) => [keyId, Uint8Array.fromHex(datasetHash)]),
  );
  return new Map(rows.map((row) => {
    const datasetHash = bytesOf(row["dataset_hash"]).toHex();
    return [placeId({ keyId: String(row["key_id"]), datasetHash }), toTrials(row)];
  }));
}

/** Joins the stored trials of each place with its new ones; returns those that differ in a part. */
function changedBy(
  batch: readonly NewTrials[],
  stored: ReadonlyMap<string, Trials>,
  part: (trials: Trials) => unknown,
): readonly NewTrials[] {
  return batch.flatMap((place) => {
    const before = stored.get(placeId(place)) ?? NO_TRIALS;
    const trials = joinTrials(before, place.trials);
    return part(trials) === part(before) ? [] : [{ ...place, trials }];
  });
}
