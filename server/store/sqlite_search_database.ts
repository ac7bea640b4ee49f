import {
  type JobClaim,
  type SearchDatabase,
  type SearchTransaction,
  stepOf,
  type StoredJob,
  toJob,
} from "./search_database.ts";
import type { Clock } from "../base/clock.ts";
import {
  inBatches,
  placeholders,
  type Row,
  type Sql,
  type Transaction,
  type Value,
} from "./sql.ts";
import { untilUnlocked } from "./sqlite.ts";

/** A step comes before every range. */
const STEP_PRIORITY = -1;
/** How long a change waits for the lock of another connection. */
const LOCK_MS = 1_000;
/** Most pages that a file gives back at once, 40 MB, because the thread waits for it. */
const RECLAIMED_PAGES = 10_000;

type AddTrials = SearchTransaction["addTrials"];

/**
 * Searches in an SQLite file. One process works on them, so its claims end with it: the first claim
 * frees those of an earlier process.
 */
export class SqliteSearchDatabase implements SearchDatabase {
  readonly isShared = false;
  readonly #sql: Sql;
  readonly #clock: Clock;
  readonly #addTrials: AddTrials;
  #hasClaimed = false;
  readonly close: () => void;

  /** @param addTrials adds the trials of a search to its key's; by default they do not count */
  constructor(
    sql: Sql,
    clock: Clock,
    { addTrials = () => Promise.resolve(), close }: {
      readonly addTrials?: AddTrials | undefined;
      readonly close: () => void;
    },
  ) {
    this.#sql = sql;
    this.#clock = clock;
    this.#addTrials = addTrials;
    this.close = close;
  }

  query(text: string, values?: readonly Value[]): Promise<readonly Row[]> {
    return this.#sql.query(text, values);
  }

  transaction<T>(work: (transaction: SearchTransaction) => Promise<T>): Promise<T> {
    return this.#unlocked(() =>
      this.#sql.transaction((transaction) => work(this.#withJobs(transaction)))
    );
  }

  async claim(most: number, busyKeyIds: readonly string[]): Promise<readonly JobClaim[]> {
    if (!this.#hasClaimed) {
      await this.#write("UPDATE search_jobs SET claimed = 0 WHERE claimed = 1");
      this.#hasClaimed = true;
    }
    const rows = await this.#write(
      `UPDATE search_jobs SET claimed = 1 WHERE id IN (
        SELECT jobs.id FROM search_jobs AS jobs JOIN searches ON searches.id = jobs.search_id
          WHERE claimed = 0 AND key_id NOT IN ${placeholders(1, busyKeyIds.length)}
          ORDER BY priority, jobs.id LIMIT ?
      ) RETURNING *, (SELECT key_id FROM searches WHERE id = search_id) AS key_id`,
      [...busyKeyIds, most],
    );
    return rows.toSorted((one, other) =>
      Number(one["priority"]) - Number(other["priority"]) || Number(one["id"]) - Number(other["id"])
    ).map(toClaim);
  }

  heartbeat(): Promise<void> {
    return Promise.resolve();
  }

  /** Does nothing: no other process ends searches. */
  hearEnds(): Promise<void> {
    return Promise.resolve();
  }

  workersAlive(): Promise<null> {
    return Promise.resolve(null);
  }

  async release(
    { id }: JobClaim,
    { isComplete }: { readonly isComplete: boolean },
  ): Promise<void> {
    if (!isComplete) await this.#write("UPDATE search_jobs SET claimed = 0 WHERE id = ?", [id]);
  }

  async reclaim(): Promise<void> {
    await this.#write(`PRAGMA incremental_vacuum(${RECLAIMED_PAGES})`);
  }

  #write(text: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    return this.#unlocked(() => this.#sql.query(text, values));
  }

  #unlocked<T>(work: () => Promise<T>): Promise<T> {
    return untilUnlocked(this.#clock, LOCK_MS, work);
  }

  #withJobs(transaction: Transaction): SearchTransaction {
    const add = (jobs: readonly (StoredJob & { readonly priority: number })[]): Promise<void> =>
      inBatches(jobs, (batch) =>
        transaction.query(
          `INSERT INTO search_jobs (search_id, stage, first, count, units, priority, task)
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
          "DELETE FROM search_jobs WHERE search_id = ? RETURNING claimed * units AS units",
          [searchId],
        );
        return dropped.reduce((sum, { units }) => sum + Number(units), 0);
      },
      addTrials: this.#addTrials,
      complete: async ({ id }) =>
        (await transaction.query("DELETE FROM search_jobs WHERE id = ? RETURNING id", [Number(id)]))
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
