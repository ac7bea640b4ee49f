// This module is browser compatible.

import { type ArenaSql, ownBytes } from "./arena_sql.ts";
import { inBatches } from "../sql.ts";
import type {
  PublishedHead,
  PublishedRow,
  PublishedStore,
  PublishOutcome,
} from "./published_store.ts";

/** The rows of a dataset, without reading their receipts. */
export const HEADS = `SELECT key_id, candidate_hash, name, score, edge, eligible, mark, published_at
  FROM published WHERE dataset_hash = ? ORDER BY published_at, key_id, candidate_hash`;

/** When a candidate was last published on a dataset. */
export const LAST_OF_CANDIDATE =
  "SELECT MAX(published_at) AS last FROM published WHERE dataset_hash = ? AND candidate_hash = ?";

/** The candidates that a key has published on a dataset. */
export const ROWS_OF_KEY =
  "SELECT candidate_hash FROM published WHERE key_id = ? AND dataset_hash = ?";

/** Published evaluations in the tables of the arena. */
export class SqlPublished implements PublishedStore {
  readonly #sql: ArenaSql;

  constructor(sql: ArenaSql) {
    this.#sql = sql;
  }

  publish(
    row: Omit<PublishedRow, "publishedAt">,
    rowsPerKey: number,
    signal?: AbortSignal,
  ): Promise<PublishOutcome> {
    const { keyId, name, score, edge, receipt, mark } = row;
    const datasetHash = Uint8Array.fromHex(row.datasetHash);
    const hash = Uint8Array.fromHex(row.candidateHash);
    return this.#sql.change(async ({ query, nowMs }) => {
      const found = await query(ROWS_OF_KEY, [keyId, datasetHash]);
      const candidateHashes = found.map((each) => ownBytes(each["candidate_hash"]).toHex());
      const isThere = candidateHashes.includes(row.candidateHash);
      if (!isThere && found.length >= rowsPerKey) return { kind: "full", candidateHashes };
      const [same] = await query(LAST_OF_CANDIDATE, [datasetHash, hash]);
      await query(
        `INSERT INTO published (key_id, dataset_hash, candidate_hash, name, score, edge, eligible,
          receipt, mark, published_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (key_id, dataset_hash, candidate_hash) DO UPDATE SET name = excluded.name,
          score = excluded.score, edge = excluded.edge, eligible = excluded.eligible,
          receipt = excluded.receipt, mark = excluded.mark`,
        [
          keyId,
          datasetHash,
          hash,
          name,
          score,
          edge,
          row.isEligible ? 1 : 0,
          receipt,
          mark,
          // The clock has whole seconds: those of one second stay in their order.
          Math.max(nowMs, Number(same?.["last"] ?? 0) + 1),
        ],
      );
      return { kind: isThere ? "replaced" : "added" };
    }, signal);
  }

  async unpublish(keyId: string, candidateHash: string): Promise<boolean> {
    const dropped = await this.#sql.query(
      "DELETE FROM published WHERE key_id = ? AND candidate_hash = ? RETURNING key_id",
      [keyId, Uint8Array.fromHex(candidateHash)],
    );
    return dropped.length > 0;
  }

  async remove(candidateHash: string): Promise<number> {
    const dropped = await this.#sql.query(
      "DELETE FROM published WHERE candidate_hash = ? RETURNING key_id",
      [Uint8Array.fromHex(candidateHash)],
    );
    return dropped.length;
  }

  async heads(datasetHash: string): Promise<readonly PublishedHead[]> {
    const rows = await this.#sql.query(HEADS, [Uint8Array.fromHex(datasetHash)]);
    return rows.map((row) => ({
      keyId: String(row["key_id"]),
      datasetHash,
      candidateHash: ownBytes(row["candidate_hash"]).toHex(),
      name: String(row["name"]),
      score: Number(row["score"]),
      edge: Number(row["edge"]),
      isEligible: Number(row["eligible"]) === 1,
      mark: String(row["mark"]),
      publishedAt: Number(row["published_at"]),
    }));
  }

  async receipts(rows: readonly PublishedHead[]): Promise<readonly (string | null)[]> {
    const found = new Map<string, string>();
    await inBatches(rows, async (batch) => {
      const each = "(key_id = ? AND dataset_hash = ? AND candidate_hash = ?)";
      const receipts = await this.#sql.query(
        `SELECT key_id, candidate_hash, receipt FROM published
          WHERE ${batch.map(() => each).join(" OR ")}`,
        batch.flatMap(({ keyId, datasetHash, candidateHash }) => [
          keyId,
          Uint8Array.fromHex(datasetHash),
          Uint8Array.fromHex(candidateHash),
        ]),
      );
      for (const row of receipts) {
        const hash = ownBytes(row["candidate_hash"]).toHex();
        found.set(`${row["key_id"]} ${hash}`, String(row["receipt"]));
      }
    });
    return rows.map((row) => found.get(`${row.keyId} ${row.candidateHash}`) ?? null);
  }
}
