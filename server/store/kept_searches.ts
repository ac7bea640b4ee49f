import type { StoredBytes } from "./search_store.ts";
import type { Queries, Row, Transaction, Value } from "./sql.ts";

/** Ended searches that a key keeps; the oldest leave. */
export const KEPT_SEARCHES_MAX = 1_000;
/** Most searches that leave when one ends, so that no end takes long. */
const LEAVING_MAX = 50;
/** The row that counts the searches of all keys. */
const ALL_KEYS = "";
const DAY_MS = 86_400_000;

/** Bytes of a search that has ended: its order, its report, its best candidates, its files of points. */
export const BYTES_OF_ENDED = `octet_length(order_text) + coalesce(octet_length(outcome), 0)
  + (SELECT coalesce(sum(octet_length(best)), 0) FROM search_results
    WHERE search_id = searches.id)
  + (SELECT coalesce(sum(byte_count), 0) FROM search_parts WHERE search_id = searches.id)`;

/** The kept bytes of a key and of all keys, without reading their searches. */
export const KEPT_BYTES = "SELECT key_id, bytes FROM kept_searches WHERE key_id IN (?, ?)";

/** The number of kept searches of all keys. */
export const KEPT_OF_ALL = `SELECT searches FROM kept_searches WHERE key_id = '${ALL_KEYS}'`;

/** The bytes of the searches that have not ended, of which a key has few. */
export const OPEN_BYTES = `SELECT coalesce(sum(size), 0) AS size_of_all,
    coalesce(sum(size) FILTER (WHERE key_id = ?), 0) AS size_of_key
  FROM (SELECT key_id, octet_length(order_text)
    + (SELECT coalesce(sum(octet_length(summary) + coalesce(octet_length(best), 0)), 0)
      FROM search_results WHERE search_id = searches.id)
    + (SELECT coalesce(sum(byte_count), 0) FROM search_parts WHERE search_id = searches.id) AS size
    FROM searches WHERE ended_at IS NULL) AS open_now`;

/** The searches of a key that ended first. */
export const OLDEST_OF_KEY = `SELECT id FROM searches
  WHERE key_id = ? AND ended_at IS NOT NULL ORDER BY ended_at, number LIMIT ?`;

/** The searches that ended before an instant. */
export const ENDED = "SELECT id FROM searches WHERE ended_at < ?";

/** A number of searches, and their bytes. */
interface Kept {
  readonly searches: number;
  readonly bytes: number;
}

/** Counts a search that has just ended among those of its key; the oldest ones beyond the most leave. */
export async function keep(
  transaction: Transaction,
  { id, keyId }: { readonly id: string; readonly keyId: string },
): Promise<void> {
  await lockKept(transaction, keyId);
  const [row] = await transaction.query(
    `UPDATE searches SET bytes = ${BYTES_OF_ENDED} WHERE id = ? RETURNING bytes`,
    [id],
  );
  const kept = await change(transaction, keyId, { searches: 1, bytes: Number(row?.["bytes"]) });
  const beyond = Math.min(kept - KEPT_SEARCHES_MAX, LEAVING_MAX);
  if (beyond > 0) await remove(transaction, keyId, OLDEST_OF_KEY, [keyId, beyond]);
}

/** Removes the searches of a key that ended before an instant; returns their number. */
export async function removeEnded(
  transaction: Transaction,
  keyId: string,
  endedBefore: number,
): Promise<number> {
  await lockKept(transaction, keyId);
  return await remove(transaction, keyId, `${ENDED} AND key_id = ?`, [endedBefore, keyId]);
}

/** Removes the files of points of such searches from the database; returns their number. */
export async function removeParts(
  transaction: Transaction,
  keyId: string,
  endedBefore: number,
): Promise<number> {
  await lockKept(transaction, keyId);
  const removed = await transaction.query(
    `DELETE FROM search_parts WHERE search_id IN (${ENDED} AND key_id = ?)
      RETURNING search_id, byte_count`,
    [endedBefore, keyId],
  );
  const bySearch = Map.groupBy(removed, (row) => String(row["search_id"]));
  for (const [id, parts] of bySearch) {
    const bytes = sumOf(parts, "byte_count");
    await transaction.query("UPDATE searches SET bytes = bytes - ? WHERE id = ?", [bytes, id]);
  }
  const bytes = sumOf(removed, "byte_count");
  if (bytes > 0) await change(transaction, keyId, { searches: 0, bytes: -bytes });
  return removed.length;
}

/** Returns the bytes of a key and of all keys, with those of open searches. */
export async function keptBytes(sql: Queries, keyId: string): Promise<StoredBytes> {
  const kept = await sql.query(KEPT_BYTES, [keyId, ALL_KEYS]);
  const [open] = await sql.query(OPEN_BYTES, [keyId]);
  const bytesOf = (id: string): number =>
    sumOf(kept.filter((row) => row["key_id"] === id), "bytes");
  return {
    ofKey: bytesOf(keyId) + Number(open?.["size_of_key"]),
    all: bytesOf(ALL_KEYS) + Number(open?.["size_of_all"]),
  };
}

/** Removes ended searches of a key, which is locked. The day's quota still counts those of that day. */
async function remove(
  transaction: Transaction,
  keyId: string,
  chosen: string,
  values: readonly Value[],
): Promise<number> {
  const { query } = transaction;
  for (const table of ["search_results", "search_parts"]) {
    await query(`DELETE FROM ${table} WHERE search_id IN (${chosen})`, values);
  }
  const removed = await query(
    `DELETE FROM searches WHERE id IN (${chosen}) RETURNING bytes, charged, created_at`,
    values,
  );
  if (removed.length === 0) return 0;
  const bytes = sumOf(removed, "bytes");
  await change(transaction, keyId, { searches: -removed.length, bytes: -bytes });
  const dayOf = (row: Row): number => Math.floor(Number(row["created_at"]) / DAY_MS) * DAY_MS;
  const day = Math.max(...removed.map(dayOf));
  const units = sumOf(removed.filter((row) => dayOf(row) === day), "charged");
  await query(
    `UPDATE kept_searches SET removed_on = ?,
      removed_units = CASE WHEN removed_on = ? THEN removed_units ELSE 0 END + ?
      WHERE key_id = ? AND removed_on <= ?`,
    [day, day, units, keyId, day],
  );
  return removed.length;
}

/** Changes the counts of a key, and those of all keys; returns the number of its searches. */
async function change(
  { query }: Transaction,
  keyId: string,
  { searches, bytes }: Kept,
): Promise<number> {
  // The row of all keys comes last, so that no two transactions wait for each other.
  const [row] = await query(
    `INSERT INTO kept_searches (key_id, searches, bytes) VALUES (?, ?, ?), (?, ?, ?)
      ON CONFLICT (key_id) DO UPDATE SET searches = kept_searches.searches + excluded.searches,
        bytes = kept_searches.bytes + excluded.bytes
      RETURNING searches`,
    [keyId, searches, bytes, ALL_KEYS, searches, bytes],
  );
  return Number(row?.["searches"]);
}

/** Locks the kept searches of a key, before any of their rows. */
async function lockKept(transaction: Transaction, keyId: string): Promise<void> {
  await transaction.lock(`kept searches of ${keyId}`);
}

function sumOf(rows: readonly Row[], column: string): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}
