import type { Clock } from "../base/clock.ts";
import type { PartStore } from "./parts/part_store.ts";
import { StoredParts } from "./parts/stored_parts.ts";
import type { SearchDatabase, SearchTransaction } from "./search_database.ts";
import { textOf, toKeySearches, toProgress, toSearch, toUse } from "./search_rows.ts";
import type {
  AddedSearch,
  KeySearches,
  NewSearch,
  RangePart,
  SearchEnd,
  SearchProgress,
  SearchQueue,
  SearchQuota,
  SearchStatus,
  SearchStore,
  SearchUse,
  StoredBytes,
  StoredSearch,
} from "./search_store.ts";
import { searchedTrials } from "./search_trials.ts";
import { numberOf, placeholders, type Queries } from "./sql.ts";

/** The columns of a search in a list. */
const HEADING = "id, key_id, candidates, units, status, created_at, started_at, ended_at";

/** The searches that ended before an instant. */
export const ENDED = "SELECT id FROM searches WHERE ended_at < ?";

const USE_OF_KEY = `SELECT
  coalesce(sum(charged) FILTER (WHERE created_at >= ?), 0) AS charged_since,
  coalesce(sum(CASE WHEN ended_at IS NULL THEN 1 ELSE 0 END), 0) AS open_searches
  FROM searches WHERE key_id = ?`;

/** Searches in an SQLite file or a PostgreSQL database. */
export class SqlSearchStore implements SearchStore {
  readonly #database: SearchDatabase;
  readonly #clock: Pick<Clock, "epochMs">;
  /** Called when a job was added or a search has ended. */
  readonly #changed: () => void;
  readonly #parts: StoredParts;

  constructor(
    database: SearchDatabase,
    clock: Pick<Clock, "epochMs">,
    { files, changed }: { readonly files: PartStore; readonly changed: () => void },
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#changed = changed;
    this.#parts = new StoredParts(database, files);
  }

  putPart(id: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    return this.#parts.put(id, bytes);
  }

  parts(id: string): Promise<readonly RangePart[]> {
    return this.#parts.of(id);
  }

  part(key: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#parts.get(key);
  }

  async add(search: NewSearch, quota: SearchQuota, signal?: AbortSignal): Promise<AddedSearch> {
    const { id, keyId, order, candidates, units } = search;
    const added = await this.#database.transaction(async (transaction) => {
      // Without the lock, two orders of a key at once would both see room for one.
      await transaction.lock(keyId);
      signal?.throwIfAborted();
      const before = await usedBy(transaction, keyId, quota.since);
      const [row] = await transaction.query("SELECT order_text FROM searches WHERE id = ?", [id]);
      if (row !== undefined) {
        return { isAdded: true, use: before, known: textOf(row["order_text"]) };
      }
      const use = { units: before.units + units, atOnce: before.atOnce + 1 };
      const isAdded = use.units <= quota.units && use.atOnce <= quota.atOnce;
      if (!isAdded) return { isAdded, use: before, known: null };
      await transaction.query(
        `INSERT INTO searches
          (id, key_id, order_text, candidates, units, charged, status, created_at)
          VALUES (?, ?, ?, ?, ?, ?, 'queued', ?)`,
        [id, keyId, order, candidates, units, units, this.#clock.epochMs()],
      );
      await transaction.addStep({ searchId: id, keyId });
      // The caller may have given up meanwhile.
      signal?.throwIfAborted();
      return { isAdded, use, known: null };
    });
    if (added.isAdded) this.#changed();
    return added;
  }

  async withdraw(id: string): Promise<void> {
    await this.#database.transaction(async (transaction) => {
      if (!await lockOpen(transaction, id)) return;
      await transaction.dropJobs(id);
      await transaction.query("DELETE FROM search_results WHERE search_id = ?", [id]);
      await transaction.query("DELETE FROM searches WHERE id = ?", [id]);
    });
    this.#changed();
  }

  used(keyId: string, since: number): Promise<SearchUse> {
    return usedBy(this.#database, keyId, since);
  }

  async find(id: string): Promise<StoredSearch | null> {
    const [row] = await this.#database.query("SELECT * FROM searches WHERE id = ?", [id]);
    return row === undefined ? null : toSearch(row);
  }

  async ofKey(
    keyId: string,
    { since, most }: { readonly since: number; readonly most: number },
  ): Promise<KeySearches> {
    const rows = await this.#database.query(
      // Orders and reports are large, and a list has many searches.
      `SELECT ${HEADING}, used.charged_since, used.open_searches,
        (SELECT coalesce(sum(count), 0) FROM search_results WHERE search_id = searches.id) AS done,
        (SELECT coalesce(sum(units), 0) FROM search_results
          WHERE search_id = searches.id) AS units_done
        FROM searches CROSS JOIN (${USE_OF_KEY}) AS used
        WHERE key_id = ? ORDER BY created_at DESC, number DESC LIMIT ?`,
      [since, keyId, keyId, most],
    );
    return toKeySearches(rows);
  }

  async outcome(id: string): Promise<string | null> {
    const [row] = await this.#database.query("SELECT outcome FROM searches WHERE id = ?", [id]);
    return textOf(row?.["outcome"]);
  }

  async progress(id: string): Promise<SearchProgress> {
    const rows = await this.#database.query(
      `SELECT stage, sum(count) AS count, sum(units) AS units, max(merit) AS merit,
        (SELECT best FROM search_results AS top
          WHERE top.search_id = results.search_id AND top.stage = results.stage
          ORDER BY merit DESC NULLS LAST, first LIMIT 1) AS best
        FROM search_results AS results
        WHERE search_id = ? GROUP BY search_id, stage ORDER BY min(number)`,
      [id],
    );
    return toProgress(rows);
  }

  workersAlive(): Promise<number | null> {
    return this.#database.workersAlive();
  }

  async cancel(id: string, how: Pick<SearchEnd, "searched" | "order"> = {}): Promise<boolean> {
    const isEnded = await this.#database.transaction(async (transaction) => {
      if (!await lockOpen(transaction, id)) return false;
      const end = { ...how, status: "cancelled", outcome: null } as const;
      await endSearch(transaction, id, end, this.#clock.epochMs());
      return true;
    });
    if (isEnded) this.#changed();
    return isEnded;
  }

  async drop(endedBefore: number): Promise<number> {
    const dropped = await this.#database.transaction(async ({ query }) => {
      await query(`DELETE FROM search_results WHERE search_id IN (${ENDED})`, [endedBefore]);
      await query(`DELETE FROM search_points WHERE search_id IN (${ENDED})`, [endedBefore]);
      await query(`DELETE FROM search_parts WHERE search_id IN (${ENDED})`, [endedBefore]);
      const rows = await query("DELETE FROM searches WHERE ended_at < ? RETURNING id", [
        endedBefore,
      ]);
      return rows.length;
    });
    await this.#parts.removeUnused();
    await this.#database.reclaim();
    return dropped;
  }

  async dropPoints(endedBefore: number): Promise<number> {
    const dropped = await this.#database.transaction(async ({ query }) => {
      await query(`DELETE FROM search_points WHERE search_id IN (${ENDED})`, [endedBefore]);
      return await query(
        `DELETE FROM search_parts WHERE search_id IN (${ENDED}) RETURNING first`,
        [endedBefore],
      );
    });
    await this.#parts.removeUnused();
    return dropped.length;
  }

  async queue(): Promise<SearchQueue> {
    const [row] = await this.#database.query(
      `SELECT coalesce(sum(1 - claimed), 0) AS waiting, coalesce(sum(claimed), 0) AS held,
        min(created_at) FILTER (WHERE claimed = 0) AS oldest,
        (SELECT coalesce(sum(count), 0) FROM search_results
          WHERE search_id IN (SELECT id FROM searches WHERE ended_at IS NULL)) AS candidates
        FROM (${this.#database.unfinishedJobs}) AS jobs_now
        JOIN searches ON searches.id = jobs_now.search_id`,
    );
    return {
      waiting: Number(row?.["waiting"]),
      claimed: Number(row?.["held"]),
      oldestAt: numberOf(row?.["oldest"]),
      candidates: Number(row?.["candidates"]),
    };
  }

  async bytes(keyId: string): Promise<StoredBytes> {
    const [row] = await this.#database.query(
      `SELECT coalesce(sum(size), 0) AS size_of_all,
        coalesce(sum(size) FILTER (WHERE key_id = ?), 0) AS size_of_key
        FROM (SELECT search_id, byte_count AS size FROM search_parts UNION ALL
          SELECT search_id, ${this.#database.sizeOfPoints} FROM search_points) AS points
        JOIN searches ON searches.id = points.search_id`,
      [keyId],
    );
    return { ofKey: Number(row?.["size_of_key"]), all: Number(row?.["size_of_all"]) };
  }

  async ranges(id: string, stage: string): Promise<readonly number[]> {
    const rows = await this.#database.query(
      "SELECT first FROM search_results WHERE search_id = ? AND stage = ? ORDER BY first",
      [id, stage],
    );
    return rows.map((row) => Number(row["first"]));
  }

  async summaries(
    id: string,
    stage: string,
    firsts: readonly number[],
  ): Promise<readonly (string | null)[]> {
    const rows = await this.#database.query(
      `SELECT first, summary FROM search_results WHERE search_id = ? AND stage = ?
        AND summary <> '' AND first IN ${placeholders(1, firsts.length)}`,
      [id, stage, ...firsts],
    );
    const found = new Map(rows.map((row) => [Number(row["first"]), textOf(row["summary"])]));
    return firsts.map((first) => found.get(first) ?? null);
  }

  async points(id: string, stage: string, from: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const [row] = await this.#database.query(
      "SELECT numbers FROM search_points WHERE search_id = ? AND stage = ? AND first = ?",
      [id, stage, from],
    );
    const numbers = row?.["numbers"];
    // A copy: whoever reads the bytes as doubles needs them at the beginning of a buffer.
    return numbers instanceof Uint8Array ? new Uint8Array(numbers) : null;
  }
}

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
 * for the ranges that have run and for those that are claimed, on which workers have spent their time.
 * Summaries and points of ranges go; counts, units, merits and the best candidates stay.
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
  const claimed = await transaction.dropJobs(id);
  const [ended] = await transaction.query(
    `UPDATE searches SET status = ?, outcome = ?, order_text = coalesce(?, order_text),
      ended_at = ?, charged = ? +
      (SELECT coalesce(sum(units), 0) FROM search_results WHERE search_id = searches.id)
      WHERE id = ? RETURNING key_id,
        (SELECT coalesce(sum(count), 0) FROM search_results WHERE search_id = searches.id) AS ran`,
    [status, outcome, order ?? null, atMs, claimed, id],
  );
  // Only steps read them, and they are most of what a search writes.
  await transaction.query("UPDATE search_results SET summary = '' WHERE search_id = ?", [id]);
  await transaction.query("DELETE FROM search_points WHERE search_id = ?", [id]);
  if (searched.length === 0) return;
  const search = { id, keyId: String(ended?.["key_id"]), ran: Number(ended?.["ran"]) };
  await transaction.addTrials(searchedTrials(search, searched));
}

async function usedBy(sql: Queries, keyId: string, since: number): Promise<SearchUse> {
  return toUse((await sql.query(USE_OF_KEY, [since, keyId]))[0]);
}
