import type { Clock } from "../base/clock.ts";
import type { PartStore } from "./parts/part_store.ts";
import { StoredParts } from "./parts/stored_parts.ts";
import type { SearchDatabase } from "./search_database.ts";
import { endSearch, lockOpen, outcomeOf } from "./end_search.ts";
import { searchedTrials } from "./search_trials.ts";
import { ENDED, KEPT_OF_ALL, keptBytes, removeEnded, removeParts } from "./kept_searches.ts";
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
  SearchStore,
  SearchUse,
  StoredBytes,
  StoredSearch,
} from "./search_store.ts";
import { bytesOf, numberOf, placeholders, type Queries, type Row } from "./sql.ts";

/** The columns of a search in a list. */
const HEADING = "id, key_id, candidates, units, status, created_at, started_at, ended_at";

const USE_OF_KEY = `SELECT
  coalesce(sum(charged) FILTER (WHERE created_at >= ?), 0) + coalesce((SELECT removed_units
    FROM kept_searches WHERE key_id = ? AND removed_on >= ?), 0) AS charged_since,
  coalesce(sum(CASE WHEN ended_at IS NULL THEN 1 ELSE 0 END), 0) AS open_searches
  FROM searches WHERE key_id = ?`;

/** Removes something of the ended searches of a key; returns the number of removed things. */
type Removal = typeof removeEnded;

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
    const { id, keyId, order, candidates, units, tried = [] } = search;
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
      if (tried.length > 0) {
        await transaction.addTrials(searchedTrials({ id, keyId, ran: 0 }, tried));
      }
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
      [since, keyId, since, keyId, keyId, most],
    );
    return toKeySearches(rows);
  }

  async outcome(id: string): Promise<string | null> {
    const [row] = await this.#database.query("SELECT outcome FROM searches WHERE id = ?", [id]);
    return outcomeOf(row?.["outcome"]);
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
    const keys = await this.#database.query(
      `SELECT DISTINCT key_id FROM searches WHERE id IN (${ENDED})`,
      [endedBefore],
    );
    const dropped = await this.#ofEach(keys, endedBefore, removeEnded);
    await this.#parts.removeUnused();
    await this.#database.reclaim();
    return dropped;
  }

  async dropPoints(endedBefore: number): Promise<number> {
    const keys = await this.#database.query(
      `SELECT DISTINCT key_id FROM searches WHERE id IN (${ENDED})
        AND EXISTS (SELECT 1 FROM search_parts WHERE search_id = searches.id)`,
      [endedBefore],
    );
    const dropped = await this.#ofEach(keys, endedBefore, removeParts);
    await this.#parts.removeUnused();
    return dropped;
  }

  async queue(): Promise<SearchQueue> {
    const [row] = await this.#database.query(
      `SELECT coalesce(sum(1 - claimed), 0) AS waiting, coalesce(sum(claimed), 0) AS held,
        min(created_at) FILTER (WHERE claimed = 0) AS oldest, (${KEPT_OF_ALL}) AS kept,
        (SELECT coalesce(sum(count), 0) FROM search_results
          WHERE search_id IN (SELECT id FROM searches WHERE ended_at IS NULL)) AS candidates
        FROM search_jobs JOIN searches ON searches.id = search_jobs.search_id`,
    );
    return {
      waiting: Number(row?.["waiting"]),
      claimed: Number(row?.["held"]),
      oldestAt: numberOf(row?.["oldest"]),
      candidates: Number(row?.["candidates"]),
      kept: Number(row?.["kept"] ?? 0),
    };
  }

  bytes(keyId: string): Promise<StoredBytes> {
    return keptBytes(this.#database, keyId);
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
  ): Promise<readonly (Uint8Array<ArrayBuffer> | null)[]> {
    const rows = await this.#database.query(
      `SELECT first, summary FROM search_results WHERE search_id = ? AND stage = ?
        AND octet_length(summary) > 0 AND first IN ${placeholders(1, firsts.length)}`,
      [id, stage, ...firsts],
    );
    // Copies: whoever reads the bytes as doubles needs them at the beginning of a buffer.
    const found = new Map(
      rows.map((row) => [Number(row["first"]), new Uint8Array(bytesOf(row["summary"]))]),
    );
    return firsts.map((first) => found.get(first) ?? null);
  }

  /** Removes something of each key in a transaction of its own; returns the sum. */
  async #ofEach(keys: readonly Row[], endedBefore: number, removal: Removal): Promise<number> {
    let removed = 0;
    for (const { key_id: keyId } of keys) {
      removed += await this.#database.transaction((transaction) =>
        removal(transaction, String(keyId), endedBefore)
      );
    }
    return removed;
  }
}

async function usedBy(sql: Queries, keyId: string, since: number): Promise<SearchUse> {
  return toUse((await sql.query(USE_OF_KEY, [since, keyId, since, keyId]))[0]);
}
