import { type Job as BossJob, PgBoss } from "pg-boss";
import {
  type JobClaim,
  type KeySearch,
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
/** How long pg-boss keeps a completed job, and how long a job waits at most: ten years. */
const KEEP_SECONDS = 60;
const WAIT_SECONDS = 10 * 365 * 24 * 3600;

/** A stored job with the key of its search, which is also its group. */
type KeyJob = StoredJob & { readonly keyId: string };

/**
 * Searches in a PostgreSQL database with pg-boss as their queue. A `work()` handler of pg-boss either
 * completes its job outside the transaction of the result, or holds a transaction open while a range
 * runs, so jobs are fetched and completed here.
 */
export class PostgresSearchDatabase implements SearchDatabase {
  readonly isShared = true;
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
      // Of two processes that make the tables of pg-boss at once, one fails.
      await sql.transaction(async ({ lock }) => {
        await lock("arena pg-boss");
        await boss.start();
        await boss.createQueue(QUEUE, {
          retryLimit: RETRIES,
          retryDelay: RETRY_SECONDS,
          expireInSeconds: EXPIRE_SECONDS,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          deleteAfterSeconds: KEEP_SECONDS,
          retentionSeconds: WAIT_SECONDS,
        });
        // Reads the queue's settings now: the first order would read them on a second connection while
        // its transaction holds one, and a burst of orders would wait for each other.
        await boss.insert(QUEUE, []);
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
    if (jobs.length > 0) await this.#mark(1, jobs.map(({ id }) => id));
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
    if (isComplete) return;
    if (isOne(await this.#boss.fail(QUEUE, { id, retryCount }))) await this.#mark(0, [id]);
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
    await this.#sql.close();
  }

  /** Marks jobs as claimed or not. Those that another transaction is ending need no mark. */
  async #mark(claimed: number, ids: readonly string[]): Promise<void> {
    await this.#sql.executeSql(
      `UPDATE search_jobs SET claimed = $1 WHERE job_id IN (
        SELECT job_id FROM search_jobs WHERE job_id = ANY($2::uuid[]) FOR UPDATE SKIP LOCKED)`,
      [claimed, ids],
    );
  }

  #withJobs(transaction: PostgresTransaction): SearchTransaction {
    const db = {
      executeSql: (text: string, values?: unknown[]) => transaction.executeSql(text, values),
    };
    const add = async (
      { searchId, keyId }: KeySearch,
      ranges: readonly (StoredJob & { readonly priority: number })[],
    ): Promise<void> => {
      const jobs = ranges.map(({ priority, ...job }) => (
        { id: crypto.randomUUID(), data: { ...job, keyId }, priority, group: { id: keyId } }
      ));
      await this.#boss.insert(QUEUE, jobs, { db });
      await transaction.executeSql(
        `INSERT INTO search_jobs (search_id, job_id, units)
          SELECT $1, job_id, units FROM unnest($2::uuid[], $3::bigint[]) AS jobs (job_id, units)`,
        [searchId, jobs.map(({ id }) => id), jobs.map(({ data }) => data.units)],
      );
    };
    return {
      ...transaction,
      addStep: (search) => add(search, [{ ...stepOf(search.searchId), priority: STEP_PRIORITY }]),
      addRanges: (search, ranges) =>
        add(
          search,
          ranges.map((range) => ({
            ...range,
            searchId: search.searchId,
            priority: -range.priority,
          })),
        ),
      // Jobs are locked before their rows, as by a completion, so that no two wait for each other.
      dropJobs: async (searchId) => {
        const jobs = await transaction.query(
          "SELECT job_id FROM search_jobs WHERE search_id = ?",
          [searchId],
        );
        if (jobs.length === 0) return 0;
        await this.#boss.deleteJob(QUEUE, jobs.map((job) => String(job["job_id"])), { db });
        const dropped = await transaction.query(
          "DELETE FROM search_jobs WHERE search_id = ? RETURNING claimed * units AS units",
          [searchId],
        );
        // Sent at the commit.
        await transaction.query("SELECT pg_notify(?, ?)", [ENDS, searchId]);
        return dropped.reduce((sum, { units }) => sum + Number(units), 0);
      },
      addTrials: (trials) => addTrials(transaction, trials),
      complete: async ({ id, retryCount }) => {
        if (!isOne(await this.#boss.complete(QUEUE, { id, retryCount }, null, { db }))) {
          return false;
        }
        const left = "DELETE FROM search_jobs WHERE job_id = ? RETURNING job_id";
        return (await transaction.query(left, [id])).length === 1;
      },
    };
  }
}

/** Returns whether a command changed its one job; the types of pg-boss do not name the field. */
function isOne(answer: object): boolean {
  return "affected" in answer && answer.affected === 1;
}
