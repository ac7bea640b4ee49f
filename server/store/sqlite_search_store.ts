import type { Clock } from "../base/clock.ts";
import type {
  NewSearch,
  SearchProgress,
  SearchQuota,
  SearchStatus,
  SearchStore,
  SearchUse,
  StoredSearch,
} from "./search_store.ts";
import { textOf, toProgress, toSearch } from "./search_rows.ts";
import { type Database, inTransaction, type Statement } from "./sqlite.ts";

/** Searches in an SQLite file of their own, which one process writes. */
export class SqliteSearchStore implements SearchStore {
  readonly #file: SearchFile;
  readonly #clock: Pick<Clock, "epochMs">;
  /** Called when there is a job more, or a search less. */
  readonly #changed: () => void;

  constructor(file: SearchFile, clock: Pick<Clock, "epochMs">, changed: () => void) {
    this.#file = file;
    this.#clock = clock;
    this.#changed = changed;
  }

  async add(
    search: NewSearch,
    quota: SearchQuota,
  ): Promise<{ readonly isAdded: boolean; readonly use: SearchUse }> {
    const { id, keyId, order, candidates } = search;
    const added = await this.#file.write(() => {
      const before = this.#used(keyId, quota.since);
      const use = { candidates: before.candidates + candidates, atOnce: before.atOnce + 1 };
      const isAdded = use.candidates <= quota.candidates && use.atOnce <= quota.atOnce;
      if (!isAdded) return { isAdded, use: before };
      this.#file.prepare(
        "INSERT INTO searches (id, key_id, order_text, candidates, charged, status, created_at) " +
          "VALUES (?, ?, ?, ?, ?, 'queued', ?)",
      ).run(id, keyId, order, candidates, candidates, this.#clock.epochMs());
      addStep(this.#file, id);
      return { isAdded, use };
    });
    if (added.isAdded) this.#changed();
    return added;
  }

  used(keyId: string, since: number): Promise<SearchUse> {
    return Promise.try(() => this.#used(keyId, since));
  }

  find(id: string): Promise<StoredSearch | null> {
    return Promise.try(() => {
      const row = this.#file.prepare("SELECT * FROM searches WHERE id = ?").get(id);
      return row === undefined ? null : toSearch(row);
    });
  }

  ofKey(keyId: string, most: number): Promise<readonly StoredSearch[]> {
    return Promise.try(() =>
      this.#file.prepare(
        "SELECT * FROM searches WHERE key_id = ? ORDER BY created_at DESC, rowid DESC LIMIT ?",
      ).all(keyId, most).map(toSearch)
    );
  }

  outcome(id: string): Promise<string | null> {
    return Promise.try(() => {
      const row = this.#file.prepare("SELECT outcome FROM searches WHERE id = ?").get(id);
      return textOf(row?.["outcome"]);
    });
  }

  progress(id: string): Promise<SearchProgress> {
    return Promise.try(() => {
      // SQLite takes the columns that are not grouped from the row of the largest merit.
      const rows = this.#file.prepare(
        "SELECT stage, sum(count) AS count, min(id) AS began, max(merit) AS merit, best " +
          "FROM results WHERE search_id = ? GROUP BY stage ORDER BY began",
      ).all(id);
      return toProgress(rows);
    });
  }

  async cancel(id: string): Promise<boolean> {
    const isEnded = await this.#file.write(() =>
      endSearch(this.#file, id, { status: "cancelled", outcome: null }, this.#clock.epochMs())
    );
    if (isEnded) this.#changed();
    return isEnded;
  }

  drop(endedBefore: number): Promise<number> {
    return this.#file.write(() => {
      const ended = "SELECT id FROM searches WHERE ended_at < ?";
      for (const table of ["results", "points"]) {
        this.#file.prepare(`DELETE FROM ${table} WHERE search_id IN (${ended})`).run(endedBefore);
      }
      return Number(
        this.#file.prepare("DELETE FROM searches WHERE ended_at < ?").run(endedBefore).changes,
      );
    });
  }

  ranges(id: string, stage: string): Promise<readonly number[]> {
    return Promise.try(() =>
      this.#file.prepare(
        "SELECT first FROM results WHERE search_id = ? AND stage = ? ORDER BY first",
      ).all(id, stage).map((row) => Number(row["first"]))
    );
  }

  summary(id: string, stage: string, from: number): Promise<string | null> {
    return Promise.try(() => {
      const row = this.#file.prepare(
        "SELECT summary FROM results WHERE search_id = ? AND stage = ? AND first = ?",
      ).get(id, stage, from);
      return textOf(row?.["summary"]);
    });
  }

  points(id: string, stage: string, from: number): Promise<Uint8Array<ArrayBuffer> | null> {
    return Promise.try(() => {
      const row = this.#file.prepare(
        "SELECT numbers FROM points WHERE search_id = ? AND stage = ? AND first = ?",
      ).get(id, stage, from);
      const numbers = row?.["numbers"];
      // Anew: whoever reads it as doubles needs it at the beginning of a buffer.
      return numbers instanceof Uint8Array ? new Uint8Array(numbers) : null;
    });
  }

  #used(keyId: string, since: number): SearchUse {
    const row = this.#file.prepare(
      "SELECT coalesce(sum(charged) FILTER (WHERE created_at >= ?), 0) AS candidates, " +
        "count(*) FILTER (WHERE ended_at IS NULL) AS open FROM searches WHERE key_id = ?",
    ).get(since, keyId);
    return { candidates: Number(row?.["candidates"]), atOnce: Number(row?.["open"]) };
  }
}

/** The open file of searches. */
export class SearchFile {
  readonly #database: Database;
  readonly #statements = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** Writes all or nothing. */
  write<T>(work: () => T): Promise<T> {
    return Promise.try(() => inTransaction(this.#database, work));
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

/** Adds a step of a search, unless there is one. */
export function addStep(file: SearchFile, id: string): void {
  file.prepare(
    "INSERT OR IGNORE INTO jobs (search_id, stage, first, count, turn, task) " +
      "VALUES (?, '', 0, 0, -1, '')",
  ).run(id);
}

/** Ends a search that has not ended, which then has no jobs and is charged for what was run. */
export function endSearch(
  file: SearchFile,
  id: string,
  { status, outcome }: { readonly status: SearchStatus; readonly outcome: string | null },
  atMs: number,
): boolean {
  const { changes } = file.prepare(
    "UPDATE searches SET status = ?, outcome = ?, ended_at = ?, charged = " +
      "(SELECT coalesce(sum(count), 0) FROM results WHERE search_id = searches.id) " +
      "WHERE id = ? AND ended_at IS NULL",
  ).run(status, outcome, atMs, id);
  file.prepare("DELETE FROM jobs WHERE search_id = ?").run(id);
  return changes === 1;
}
