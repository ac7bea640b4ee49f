import type { Clock } from "../../base/clock.ts";
import type {
  NewSearch,
  SearchProgress,
  SearchQuota,
  SearchStatus,
  SearchStore,
  SearchUse,
  StoredSearch,
} from "../search_store.ts";
import { textOf, toProgress, toSearch } from "../search_rows.ts";
import type { SearchDatabase, SearchTransaction } from "./search_database.ts";

type Query = SearchDatabase["query"];

/** Searches in a PostgreSQL database, for several servers and workers at once. */
export class PostgresSearchStore implements SearchStore {
  readonly #database: SearchDatabase;
  readonly #clock: Pick<Clock, "epochMs">;
  /** Called when there is a job more, or a search less. */
  readonly #changed: () => void;

  constructor(database: SearchDatabase, clock: Pick<Clock, "epochMs">, changed: () => void) {
    this.#database = database;
    this.#clock = clock;
    this.#changed = changed;
  }

  async add(
    search: NewSearch,
    quota: SearchQuota,
  ): Promise<{ readonly isAdded: boolean; readonly use: SearchUse }> {
    const { id, keyId, order, candidates } = search;
    const added = await this.#database.transaction(async (transaction) => {
      // Two orders of a key at once would both see the room for one.
      await transaction.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [keyId]);
      const before = await usedBy(transaction.query, keyId, quota.since);
      const use = { candidates: before.candidates + candidates, atOnce: before.atOnce + 1 };
      const isAdded = use.candidates <= quota.candidates && use.atOnce <= quota.atOnce;
      if (!isAdded) return { isAdded, use: before };
      await transaction.query(
        `INSERT INTO arena.searches
          (id, key_id, order_text, candidates, charged, status, created_at, jobs_left)
          VALUES ($1, $2, $3, $4, $4, 'queued', $5, 1)`,
        [id, keyId, order, candidates, this.#clock.epochMs()],
      );
      await transaction.addStep(id);
      return { isAdded, use };
    });
    if (added.isAdded) this.#changed();
    return added;
  }

  used(keyId: string, since: number): Promise<SearchUse> {
    return usedBy((text, values) => this.#database.query(text, values), keyId, since);
  }

  async find(id: string): Promise<StoredSearch | null> {
    const [row] = await this.#database.query("SELECT * FROM arena.searches WHERE id = $1", [id]);
    return row === undefined ? null : toSearch(row);
  }

  async ofKey(keyId: string, most: number): Promise<readonly StoredSearch[]> {
    const rows = await this.#database.query(
      `SELECT * FROM arena.searches WHERE key_id = $1
        ORDER BY created_at DESC, number DESC LIMIT $2`,
      [keyId, most],
    );
    return rows.map(toSearch);
  }

  async outcome(id: string): Promise<string | null> {
    const [row] = await this.#database.query(
      "SELECT outcome FROM arena.searches WHERE id = $1",
      [id],
    );
    return textOf(row?.["outcome"]);
  }

  async progress(id: string): Promise<SearchProgress> {
    const rows = await this.#database.query(
      `SELECT stage, sum(count) AS count, max(merit) AS merit,
        (SELECT best FROM arena.search_results AS top
          WHERE top.search_id = $1 AND top.stage = results.stage
          ORDER BY merit DESC NULLS LAST, number LIMIT 1) AS best
        FROM arena.search_results AS results
        WHERE search_id = $1 GROUP BY stage ORDER BY min(number)`,
      [id],
    );
    return toProgress(rows);
  }

  async cancel(id: string): Promise<boolean> {
    const isEnded = await this.#database.transaction(async (transaction) => {
      if (!await lockOpen(transaction, id)) return false;
      const end = { status: "cancelled", outcome: null } as const;
      await endSearch(transaction, id, end, this.#clock.epochMs());
      return true;
    });
    if (isEnded) this.#changed();
    return isEnded;
  }

  async drop(endedBefore: number): Promise<number> {
    const dropped = await this.#database.query(
      "DELETE FROM arena.searches WHERE ended_at < $1 RETURNING 1",
      [endedBefore],
    );
    return dropped.length;
  }

  async ranges(id: string, stage: string): Promise<readonly number[]> {
    const rows = await this.#database.query(
      `SELECT first FROM arena.search_results
        WHERE search_id = $1 AND stage = $2 ORDER BY first`,
      [id, stage],
    );
    return rows.map((row) => Number(row["first"]));
  }

  async summary(id: string, stage: string, from: number): Promise<string | null> {
    const [row] = await this.#database.query(
      `SELECT summary FROM arena.search_results
        WHERE search_id = $1 AND stage = $2 AND first = $3`,
      [id, stage, from],
    );
    return textOf(row?.["summary"]);
  }

  async points(id: string, stage: string, from: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const [row] = await this.#database.query(
      `SELECT numbers FROM arena.search_points
        WHERE search_id = $1 AND stage = $2 AND first = $3`,
      [id, stage, from],
    );
    const numbers = row?.["numbers"];
    // Anew: whoever reads it as doubles needs it at the beginning of a buffer.
    return numbers instanceof Uint8Array ? new Uint8Array(numbers) : null;
  }
}

/** Locks a search, so that nobody else changes it or counts its jobs; false when it has ended. */
export async function lockOpen({ query }: SearchTransaction, id: string): Promise<boolean> {
  const [row] = await query(
    "SELECT 1 FROM arena.searches WHERE id = $1 AND ended_at IS NULL FOR UPDATE",
    [id],
  );
  return row !== undefined;
}

/** Ends a search that is locked, which then has no jobs and is charged for what was run. */
export async function endSearch(
  transaction: SearchTransaction,
  id: string,
  { status, outcome }: { readonly status: SearchStatus; readonly outcome: string | null },
  atMs: number,
): Promise<void> {
  await transaction.query(
    `UPDATE arena.searches SET status = $2, outcome = $3, ended_at = $4, jobs_left = 0, charged =
      (SELECT coalesce(sum(count), 0) FROM arena.search_results WHERE search_id = $1)
      WHERE id = $1`,
    [id, status, outcome, atMs],
  );
  await transaction.dropJobs(id);
}

async function usedBy(query: Query, keyId: string, since: number): Promise<SearchUse> {
  const [row] = await query(
    `SELECT coalesce(sum(charged) FILTER (WHERE created_at >= $1), 0) AS candidates,
      count(*) FILTER (WHERE ended_at IS NULL) AS open FROM arena.searches WHERE key_id = $2`,
    [since, keyId],
  );
  return { candidates: Number(row?.["candidates"]), atOnce: Number(row?.["open"]) };
}
