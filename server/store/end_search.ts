// deno-lint-ignore no-external-import -- part of the runtime
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { BYTES_PER_UNIT } from "../limits/cost.ts";
import { keep } from "./kept_searches.ts";
import type { SearchTransaction } from "./search_database.ts";
import type { SearchEnd, SearchStatus } from "./search_store.ts";
import { searchedTrials } from "./search_trials.ts";

/**
 * Locks a search against a step, an end and a cancellation; false when it has ended. Results take no
 * lock, so that workers write those of one search at the same time: a search that ends drops its
 * jobs, and the result of a dropped job is not stored.
 */
export async function lockOpen(transaction: SearchTransaction, id: string): Promise<boolean> {
  const [row] = await transaction.query(
    `SELECT 1 FROM searches WHERE id = ? AND ended_at IS NULL${transaction.forUpdate}`,
    [id],
  );
  return row !== undefined;
}

/**
 * Ends a locked search: drops its jobs, adds what it has run to the trials of its key, and charges it
 * for the ranges that have run and for those that are claimed, on which workers have spent their time,
 * at least for the bytes of its order.
 * The results of ranges become one, with all counts and units and the best candidate of the last stage
 * that has one.
 */
export async function endSearch(
  transaction: SearchTransaction,
  id: string,
  { status, outcome, searched = [], order }: Pick<SearchEnd, "searched" | "order"> & {
    readonly status: SearchStatus;
    readonly outcome: string | null;
  },
  atMs: number,
): Promise<void> {
  const packed = outcome === null ? null : deflateRawSync(outcome);
  const claimed = await transaction.dropJobs(id);
  const [ended] = await transaction.query(
    `UPDATE searches SET status = ?, outcome = ?, order_text = coalesce(?, order_text),
      ended_at = ?, charged = (SELECT max(cost) FROM (
        SELECT ? + coalesce(sum(units), 0) AS cost FROM search_results WHERE search_id = searches.id
        UNION ALL SELECT (octet_length(coalesce(?, order_text)) + ${BYTES_PER_UNIT - 1})
          / ${BYTES_PER_UNIT}) AS costs)
      WHERE id = ? RETURNING key_id,
        (SELECT coalesce(sum(count), 0) FROM search_results WHERE search_id = searches.id) AS ran`,
    [status, packed, order ?? null, atMs, claimed, order ?? null, id],
  );
  await joinResults(transaction, id);
  const search = { id, keyId: String(ended?.["key_id"]), ran: Number(ended?.["ran"]) };
  if (searched.length > 0) await transaction.addTrials(searchedTrials(search, searched));
  await keep(transaction, search);
}

/** Returns the text of a stored outcome; null for NULL. */
export function outcomeOf(column: unknown): string | null {
  return column instanceof Uint8Array ? new TextDecoder().decode(inflateRawSync(column)) : null;
}

/** Joins the results of a search: only steps read all of them, and they are most of what it writes. */
async function joinResults({ query }: SearchTransaction, id: string): Promise<void> {
  const [kept] = await query(
    `SELECT number, sum(count) OVER () AS count, sum(units) OVER () AS units FROM search_results
      WHERE search_id = ? ORDER BY best IS NULL, min(number) OVER (PARTITION BY stage) DESC,
        merit DESC NULLS LAST, first LIMIT 1`,
    [id],
  );
  if (kept === undefined) return;
  const [number, count, units] = ["number", "count", "units"].map((name) => Number(kept[name]));
  await query("DELETE FROM search_results WHERE search_id = ? AND number <> ?", [id, number ?? 0]);
  await query(
    "UPDATE search_results SET summary = ?, count = ?, units = ? WHERE search_id = ?",
    [new Uint8Array(), count ?? 0, units ?? 0, id],
  );
}
