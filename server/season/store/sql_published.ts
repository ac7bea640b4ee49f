// This module is browser compatible.

import { numberOf, type Value } from "../../store/sql.ts";
import { type ArenaSql, ownBytes } from "./arena_sql.ts";
import { boardOf, placeFirst, readBoard, removeRows } from "./published_rows.ts";
import type {
  BoardPart,
  PlacedRows,
  PublishedRow,
  PublishedStore,
  PublishOutcome,
} from "./published_store.ts";

/** The candidates that a key has published on a dataset. */
export const ROWS_OF_KEY =
  "SELECT candidate_hash FROM published WHERE key_id = ? AND dataset_hash = ?";

/** Numbers of rows of a key by dataset. */
export const COUNTS_OF_KEY = `SELECT dataset_hash, count(*) AS found FROM published
  WHERE key_id = ? GROUP BY dataset_hash ORDER BY dataset_hash`;

/** When a row was last published: no two rows have the same time. */
export const LAST = "SELECT max(published_at) AS last FROM published";

/** A signing key at an instant. It signs nothing in the second of its end. */
const SIGNS = `SELECT 1 FROM signing_keys
  WHERE id = ? AND valid_from <= ? AND (valid_until IS NULL OR valid_until >= ?)`;

/** Published evaluations in the tables of the arena. */
export class SqlPublished implements PublishedStore {
  readonly #sql: ArenaSql;

  constructor(sql: ArenaSql) {
    this.#sql = sql;
  }

  publish(row: PublishedRow, rowsPerKey: number, signal?: AbortSignal): Promise<PublishOutcome> {
    const { keyId, figures: { score, edge }, signedBy, issuedAt } = row;
    const datasetHash = Uint8Array.fromHex(row.datasetHash);
    const hash = Uint8Array.fromHex(row.candidateHash);
    return this.#sql.change(async ({ query, nowMs }) => {
      const signing = await query(SIGNS, [signedBy, issuedAt, issuedAt + 1_000]);
      if (signing.length === 0) return { kind: "ended" };
      const found = await query(ROWS_OF_KEY, [keyId, datasetHash]);
      const candidateHashes = found.map((each) => ownBytes(each["candidate_hash"]).toHex());
      const isThere = candidateHashes.includes(row.candidateHash);
      if (!isThere && found.length >= rowsPerKey) return { kind: "full", candidateHashes };
      const [last] = await query(LAST);
      const same = "key_id = ? AND dataset_hash = ? AND candidate_hash = ?";
      const [former] = await removeRows(query, same, [keyId, datasetHash, hash]);
      // The clock has whole seconds: those of one second stay in their order.
      const next = Math.max(nowMs, Number(last?.["last"] ?? 0) + 1);
      const publishedAt = numberOf(former?.["published_at"]) ?? next;
      const board = await boardOf(query, row.evidence);
      const [texts, eligible] = [row.hasTexts, row.isEligible].map(Number);
      await query(
        `INSERT INTO published (key_id, dataset_hash, candidate_hash, board, name, texts, eligible,
          by_score, by_edge, signed_by, issued_at, published_at, receipt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          ...[keyId, datasetHash, hash, board, row.name, texts ?? 0, eligible ?? 0],
          ...[score, edge, signedBy, issuedAt, publishedAt, row.receipt],
        ],
      );
      await placeFirst(query, { board, candidate_hash: hash }, { added: 1 });
      return { kind: isThere ? "replaced" : "added" };
    }, signal);
  }

  async unpublish(keyId: string, candidateHash: string): Promise<boolean> {
    const hash = Uint8Array.fromHex(candidateHash);
    return await this.#remove("key_id = ? AND candidate_hash = ?", [keyId, hash]) > 0;
  }

  remove(candidateHash: string): Promise<number> {
    return this.#remove("board IN (SELECT number FROM practice_boards) AND candidate_hash = ?", [
      Uint8Array.fromHex(candidateHash),
    ]);
  }

  async countRows(keyId: string): Promise<readonly { datasetHash: string; rows: number }[]> {
    const rows = await this.#sql.query(COUNTS_OF_KEY, [keyId]);
    return rows.map((row) => ({
      datasetHash: ownBytes(row["dataset_hash"]).toHex(),
      rows: Number(row["found"]),
    }));
  }

  read(part: BoardPart): Promise<PlacedRows> {
    return readBoard((...args) => this.#sql.query(...args), part);
  }

  #remove(where: string, values: readonly Value[]): Promise<number> {
    return this.#sql.change(async ({ query }) => (await removeRows(query, where, values)).length);
  }
}
