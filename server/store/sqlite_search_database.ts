import {
  type JobClaim,
  type SearchDatabase,
  type SearchTransaction,
  stepOf,
  type StoredJob,
  toJob,
} from "./search_database.ts";
import { inBatches, placeholders, type Row, type Transaction, type Value } from "./sql.ts";
import { type Database, SqliteSql } from "./sqlite.ts";

/** A step comes before every range. */
const STEP_PRIORITY = -1;

/** Searches in an SQLite file. One process works on them, so claims are in its memory only. */
export class SqliteSearchDatabase implements SearchDatabase {
  readonly isShared = false;
  readonly #database: Database;
  readonly #sql: SqliteSql;
  /** Ids of claimed jobs. */
  readonly #claimed = new Set<string>();

  constructor(database: Database) {
    this.#database = database;
    this.#sql = new SqliteSql(() => database);
  }

  query(text: string, values?: readonly Value[]): Promise<readonly Row[]> {
    return this.#sql.query(text, values);
  }

  transaction<T>(work: (transaction: SearchTransaction) => Promise<T>): Promise<T> {
    return this.#sql.transaction((transaction) => work(this.#withJobs(transaction)));
  }

  async claim(most: number, busyKeyIds: readonly string[]): Promise<readonly JobClaim[]> {
    // The claimed jobs may all come first.
    const rows = await this.#sql.query(
      `SELECT jobs.*, searches.key_id FROM jobs JOIN searches ON searches.id = jobs.search_id
        WHERE searches.key_id NOT IN ${placeholders(1, busyKeyIds.length)}
        ORDER BY jobs.priority, jobs.id LIMIT ?`,
      [...busyKeyIds, this.#claimed.size + most],
    );
    const claims = rows.map(toClaim).filter(({ id }) => !this.#claimed.has(id)).slice(0, most);
    for (const { id } of claims) this.#claimed.add(id);
    return claims;
  }

  heartbeat(): Promise<void> {
    return Promise.resolve();
  }

  release({ id }: JobClaim): Promise<void> {
    this.#claimed.delete(id);
    return Promise.resolve();
  }

  close(): void {
    this.#database.close();
  }

  #withJobs(transaction: Transaction): SearchTransaction {
    const add = (jobs: readonly (StoredJob & { readonly priority: number })[]): Promise<void> =>
      inBatches(jobs, (batch) =>
        transaction.query(
          `INSERT INTO jobs (search_id, stage, first, count, units, priority, task)
          VALUES ${placeholders(batch.length, 7)} ON CONFLICT DO NOTHING`,
          batch.flatMap((
            { searchId, stage, from, count, units, priority, task },
          ) => [searchId, stage, from, count, units, priority, task]),
        ));
    return {
      ...transaction,
      addStep: ({ searchId }) => add([{ ...stepOf(searchId), priority: STEP_PRIORITY }]),
      addRanges: ({ searchId }, ranges) => add(ranges.map((range) => ({ searchId, ...range }))),
      dropJobs: async (searchId) => {
        const dropped = await transaction.query(
          "DELETE FROM jobs WHERE search_id = ? RETURNING id, units",
          [searchId],
        );
        const claimed = dropped.filter(({ id }) => this.#claimed.has(String(id)));
        return claimed.reduce((sum, { units }) => sum + Number(units), 0);
      },
      complete: async ({ id }) =>
        (await transaction.query("DELETE FROM jobs WHERE id = ? RETURNING id", [Number(id)]))
          .length === 1,
    };
  }
}

function toClaim(row: Row): JobClaim {
  const job = toJob({
    searchId: String(row["search_id"]),
    stage: String(row["stage"]),
    from: Number(row["first"]),
    count: Number(row["count"]),
    units: Number(row["units"]),
    task: String(row["task"]),
  });
  return { id: String(row["id"]), retryCount: 0, keyId: String(row["key_id"]), job };
}
