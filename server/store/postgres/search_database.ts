import { type Job as BossJob, PgBoss } from "pg-boss";
import {
  type JobClaim,
  type SearchDatabase,
  type SearchTransaction,
  stepOf,
  type StoredJob,
  toJob,
} from "../search_database.ts";
import { addTrials } from "../search_trials.ts";
import type { Row, Value } from "../sql.ts";
import type { PostgresSql, PostgresTransaction } from "./connection.ts";

/** The one queue: jobs of all searches, those of the highest priority first. */
const QUEUE = "searches";
/** The channel that names searches which ended while their jobs were claimed. */
const ENDS = "arena_search_ends";
/** Name of a connection that listens, before the number of workers of its process. */
const WORKERS = "arena workers ";
/** A step comes before every range. */
const STEP_PRIORITY = 1_000_000_000;

/** A job without a heartbeat for this time is claimed by another worker: the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10;
/** A job may take very long, as long as its worker is alive. */
const EXPIRE_SECONDS = 12 * 3600;
/** A job is tried again however often its worker has died. */
const RETRIES = 1_000_000;
const RETRY_SECONDS = 1;
/** How long pg-boss keeps a completed job. */
const KEEP_SECONDS = 60;

/** A stored job with the key of its search, which is also its group. */
type KeyJob = StoredJob & { readonly keyId: string };

/**
 * Finds the unfinished jobs of a search among those of all searches. Every completion asks for them,
 * and pg-boss has no index that answers.
 */
const INDEX =
  "CREATE INDEX IF NOT EXISTS arena_jobs_of_search ON pgboss.job_common (singleton_key) " +
  "WHERE state < 'completed'";

/** With as many new jobs, statistics of the empty queue would let each claim sort all that wait. */
const MANY_JOBS = 500;

/**
 * Searches in a PostgreSQL database with pg-boss as their queue. A `work()` handler of pg-boss either
 * completes its job outside the transaction of the result, or holds a transaction open while a range
 * runs, so jobs are fetched and completed here.
 */
export class PostgresSearchDatabase implements SearchDatabase {
  readonly isShared = true;
  readonly unfinishedJobs =
    `SELECT singleton_key AS search_id, CASE state WHEN 'active' THEN 1 ELSE 0 END AS claimed
      FROM pgboss.job_common WHERE state < 'completed' AND singleton_key IS NOT NULL`;
  readonly jobsOfSearch =
    "SELECT 1 FROM pgboss.job_common WHERE singleton_key = searches.id AND state < 'completed'";
  readonly #sql: PostgresSql;
  readonly #boss: PgBoss;

  private constructor(sql: PostgresSql, boss: PgBoss) {
    this.#sql = sql;
    this.#boss = boss;
  }

  /**
   * Starts pg-boss on the connections; makes and migrates its tables as needed.
   *
   * @throws {StoreError} when the database cannot be reached or written
   */
  static async open(sql: PostgresSql): Promise<PostgresSearchDatabase> {
    const boss = new PgBoss({
      db: { executeSql: (text, values) => sql.executeSql(text, values) },
      schedule: false,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      maintenanceIntervalSeconds: KEEP_SECONDS,
    });
    // An error in the background also meets the next statement, which reports it.
    boss.on("error", () => {});
    try {
      // Of two processes that make the tables of pg-boss or the index at once, one fails.
      await sql.transaction(async ({ lock }) => {
        await lock("arena pg-boss");
        await boss.start();
        await boss.createQueue(QUEUE, {
          retryLimit: RETRIES,
          retryDelay: RETRY_SECONDS,
          expireInSeconds: EXPIRE_SECONDS,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          deleteAfterSeconds: KEEP_SECONDS,
        });
        // Reads the queue's settings now: the first order would read them on a second connection while
        // its transaction holds one, and a burst of orders would wait for each other.
        await boss.insert(QUEUE, []);
        await sql.query(INDEX);
      });
      return new PostgresSearchDatabase(sql, boss);
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {});
      throw error;
    }
  }

  query(text: string, values?: readonly Value[]): Promise<readonly Row[]> {
    return this.#sql.query(text, values);
  }

  transaction<T>(work: (transaction: SearchTransaction) => Promise<T>): Promise<T> {
    return this.#sql.transaction((transaction) => work(this.#withJobs(transaction)));
  }

  async claim(most: number, busyKeyIds: readonly string[]): Promise<readonly JobClaim[]> {
    const jobs: readonly BossJob<KeyJob>[] = await this.#boss.fetch(QUEUE, {
      batchSize: most,
      ignoreGroups: [...busyKeyIds],
    });
    return jobs.map(({ id, retryCount, data }) => ({
      id,
      retryCount,
      keyId: data.keyId,
      job: toJob(data),
    }));
  }

  async heartbeat(claims: readonly JobClaim[]): Promise<void> {
    await this.#boss.touch(QUEUE, claims.map(({ id, retryCount }) => ({ id, retryCount })));
  }

  hearEnds(
    heard: (searchId: string) => void,
    { workers, signal }: { readonly workers: number; readonly signal: AbortSignal },
  ): Promise<void> {
    return this.#sql.listen(ENDS, heard, { name: `${WORKERS}${workers}`, signal });
  }

  /** Does nothing: PostgreSQL vacuums its tables itself. */
  reclaim(): Promise<void> {
    return Promise.resolve();
  }

  /** Reads the names of the connections that listen: they end with their processes. */
  async workersAlive(): Promise<number> {
    const [row] = await this.query(
      `SELECT coalesce(sum(substr(application_name, ?)::integer), 0) AS workers
        FROM pg_stat_activity WHERE datname = current_database() AND application_name ~ ?`,
      [WORKERS.length + 1, `^${WORKERS}\\d+$`],
    );
    return Number(row?.["workers"]);
  }

  async release(
    { id, retryCount }: JobClaim,
    { isComplete }: { readonly isComplete: boolean },
  ): Promise<void> {
    if (!isComplete) await this.#boss.fail(QUEUE, { id, retryCount });
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
    await this.#sql.close();
  }

  #withJobs(transaction: PostgresTransaction): SearchTransaction {
    const db = {
      executeSql: (text: string, values?: unknown[]) => transaction.executeSql(text, values),
    };
    const add = async (
      keyId: string,
      jobs: readonly { readonly data: StoredJob; readonly priority: number }[],
    ): Promise<void> => {
      await this.#boss.insert(
        QUEUE,
        jobs.map(({ data, priority }) => ({
          data: { ...data, keyId },
          priority,
          singletonKey: data.searchId,
          group: { id: keyId },
        })),
        { db },
      );
    };
    return {
      ...transaction,
      addStep: ({ searchId, keyId }) =>
        add(keyId, [{ data: stepOf(searchId), priority: STEP_PRIORITY }]),
      addRanges: async ({ searchId, keyId }, ranges) => {
        await add(
          keyId,
          ranges.map(({ priority, ...range }) => (
            { data: { searchId, ...range }, priority: -priority }
          )),
        );
        if (ranges.length >= MANY_JOBS) await transaction.query("ANALYZE pgboss.job_common");
      },
      dropJobs: async (searchId) => {
        const [claimed] = await transaction.query(
          `WITH dropped AS (
              DELETE FROM pgboss.job_common WHERE singleton_key = ? AND state < 'completed'
              RETURNING state, data)
            SELECT coalesce(sum((data->>'units')::bigint), 0) AS units, count(*) AS jobs
            FROM dropped WHERE state = 'active'`,
          [searchId],
        );
        // Sent at the commit.
        if (Number(claimed?.["jobs"]) > 0) {
          await transaction.query("SELECT pg_notify(?, ?)", [ENDS, searchId]);
        }
        return Number(claimed?.["units"]);
      },
      addTrials: (trials) => addTrials(transaction, trials),
      complete: async ({ id, retryCount }) => {
        const answer = await this.#boss.complete(QUEUE, { id, retryCount }, null, { db });
        // The types of pg-boss do not name this field.
        return "affected" in answer && answer.affected === 1;
      },
    };
  }
}
