import { sha256Hex } from "../../base/hash.ts";
import type { RangePart } from "../search_store.ts";
import type { Queries } from "../sql.ts";
import type { PartStore } from "./part_store.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The files of the points of searches: rows in the database name the files in their place. */
export class StoredParts {
  readonly #sql: Queries;
  readonly #files: PartStore;

  constructor(sql: Queries, files: PartStore) {
    this.#sql = sql;
    this.#files = files;
  }

  async put(searchId: string, bytes: Bytes): Promise<string> {
    const key = `${searchId}/${await sha256Hex(bytes)}.parquet`;
    await this.#files.put(key, bytes);
    return key;
  }

  async get(key: string): Promise<Bytes> {
    const bytes = await this.#files.get(key);
    if (key.endsWith(`/${await sha256Hex(bytes)}.parquet`)) return bytes;
    throw new Error(`Cannot read ${key}: its content has another hash`);
  }

  async of(searchId: string): Promise<readonly RangePart[]> {
    const rows = await this.#sql.query(
      `SELECT stage, first, key, row_count, byte_count FROM search_parts
        WHERE search_id = ? ORDER BY stage, first`,
      [searchId],
    );
    return rows.map((row) => ({
      stage: String(row["stage"]),
      from: Number(row["first"]),
      key: String(row["key"]),
      rows: Number(row["row_count"]),
      bytes: Number(row["byte_count"]),
    }));
  }

  /**
   * Removes the files of searches that are gone, failed or were cancelled, or whose points are no longer
   * kept; also those that no row names because their worker died.
   */
  async removeUnused(): Promise<void> {
    const found = await this.#files.searchIds();
    if (found.length === 0) return;
    // Asked after the files, so that the files of a search that was added meanwhile stay.
    const rows = await this.#sql.query(
      `SELECT id FROM searches WHERE ended_at IS NULL OR (status = 'done' AND
        EXISTS (SELECT 1 FROM search_parts WHERE search_id = searches.id))`,
    );
    const used = new Set(rows.map(({ id }) => String(id)));
    for (const id of found.filter((each) => !used.has(each))) await this.#files.remove(id);
  }
}
