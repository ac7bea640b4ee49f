import { type Job as BossJob, PgBoss } from "pg-boss";
import { ApiError } from "../../base/errors.ts";
import type { Job, NewRange } from "../search_store.ts";
import { isAway } from "./connection.ts";

/** The one queue: jobs of all searches, those of the highest priority first. */
const QUEUE = "searches";
/** A step comes before every range. */
const STEP_PRIORITY = 1_000_000_000;

const CONNECTIONS_MAX = 10;
const CONNECT_MS = 5_000;
/** After this time without a sign of life a job belongs to nobody: the least that pg-boss takes. */
const HEARTBEAT_SECONDS = 10;
/** A job may take very long, as long as its worker is alive. */
const EXPIRE_SECONDS = 12 * 3600;
/** A job is tried again however often its worker has died. */
const RETRIES = 1_000_000;
const RETRY_SECONDS = 1;
const RETRY_AFTER_MS = 1_000;
/** How long pg-boss keeps a job that is done. */
const KEEP_SECONDS = 60;

type Connections = ReturnType<PgBoss["getDb"]>;

/** A row of an answer. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs statements in a transaction, and changes jobs in the same one. */
export interface SearchTransaction {
  query(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Adds a step of a search. */
  addStep(searchId: string): Promise<void>;
  addRanges(searchId: string, ranges: readonly NewRange[]): Promise<void>;
  /** Drops the jobs of a search that nobody has in hand. */
  dropJobs(searchId: string): Promise<void>;
  /** Ends a job; false when it is not in this hand any more. */
  complete(claim: JobClaim): Promise<boolean>;
}

/** A job in hand, for the so manieth time: who held it before cannot end it any more. */
export interface JobClaim {
  readonly id: string;
  readonly retryCount: number;
  readonly job: Job;
}

/** What of a job is in its queue. */
type JobText = Omit<NewRange, "priority"> & { readonly searchId: string };

/** The database of searches, with pg-boss as its queue. */
export class SearchDatabase {
  readonly #boss: PgBoss;
  readonly #db: Connections;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
    this.#db = boss.getDb();
  }

  /**
   * Opens it; makes the tables of the queue as needed.
   *
   * @param report called with what goes wrong in the background
   * @throws {Error} when the database cannot be reached or is not ours to write
   */
  static async open(url: string, report: (error: Error) => void): Promise<SearchDatabase> {
    const boss = new PgBoss({
      connectionString: url,
      application_name: "arena",
      max: CONNECTIONS_MAX,
      connectionTimeoutMillis: CONNECT_MS,
      schedule: false,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      maintenanceIntervalSeconds: KEEP_SECONDS,
    });
    boss.on("error", report);
    try {
      await boss.start();
      await boss.createQueue(QUEUE, {
        retryLimit: RETRIES,
        retryDelay: RETRY_SECONDS,
        expireInSeconds: EXPIRE_SECONDS,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deleteAfterSeconds: KEEP_SECONDS,
      });
      return new SearchDatabase(boss);
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {});
      throw error;
    }
  }

  /** @throws {ApiError} OVERLOADED when the database cannot be reached */
  async query(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await reached(this.#db.executeSql(text, [...values]))).rows;
  }

  /**
   * Runs work in a transaction: all of it is written, or nothing.
   *
   * @throws {ApiError} OVERLOADED when the database cannot be reached
   */
  transaction<T>(work: (transaction: SearchTransaction) => Promise<T>): Promise<T> {
    return reached(this.#transaction(work));
  }

  async #transaction<T>(work: (transaction: SearchTransaction) => Promise<T>): Promise<T> {
    const begun = await this.#db.beginTransaction?.();
    if (begun === undefined) throw new Error("Cannot write: the library has no transactions");
    try {
      const outcome = await work(this.#inside(begun.db));
      await begun.commit();
      return outcome;
    } catch (error) {
      await begun.rollback();
      throw error;
    }
  }

  /** Takes jobs in hand, at most so many. */
  async claim(most: number): Promise<readonly JobClaim[]> {
    const jobs: readonly BossJob<JobText>[] = await this.#boss.fetch(QUEUE, { batchSize: most });
    return jobs.map(({ id, retryCount, data }) => ({ id, retryCount, job: toJob(data) }));
  }

  /** Says that jobs are still worked on. */
  async touch(claims: readonly JobClaim[]): Promise<void> {
    await this.#boss.touch(QUEUE, claims.map(({ id, retryCount }) => ({ id, retryCount })));
  }

  /** Puts a job back, to be done a second later. */
  async putBack({ id, retryCount }: JobClaim): Promise<void> {
    await this.#boss.fail(QUEUE, { id, retryCount });
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }

  #inside(db: Connections): SearchTransaction {
    const add = async (jobs: readonly { readonly data: JobText; readonly priority: number }[]) => {
      await this.#boss.insert(
        QUEUE,
        jobs.map(({ data, priority }) => ({ data, priority, singletonKey: data.searchId })),
        { db },
      );
    };
    return {
      query: async (text, values = []) => (await db.executeSql(text, [...values])).rows,
      addStep: async (searchId) => {
        const step = { searchId, stage: "", from: 0, count: 0, task: "" };
        await add([{ data: step, priority: STEP_PRIORITY }]);
      },
      addRanges: async (searchId, ranges) => {
        await add(ranges.map(({ priority, ...range }) => (
          { data: { searchId, ...range }, priority: -priority }
        )));
      },
      dropJobs: async (searchId) => {
        const waiting = await this.#boss.findJobs(QUEUE, { key: searchId, queued: true, db });
        if (waiting.length === 0) return;
        await this.#boss.deleteJob(QUEUE, waiting.map(({ id }) => id), { db });
      },
      complete: async ({ id, retryCount }) => {
        const answer = await this.#boss.complete(QUEUE, { id, retryCount }, null, { db });
        // Its types do not name what it answers.
        return "affected" in answer && answer.affected === 1;
      },
    };
  }
}

/** Those who ask for a search are told that it is there, and when to ask again. */
async function reached<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!isAway(cause)) throw cause;
    throw new ApiError(
      "OVERLOADED",
      "Cannot use searches: their store is out of reach, what is there is kept",
      { retryAfterMs: RETRY_AFTER_MS, cause },
    );
  }
}

function toJob({ searchId, stage, from, count, task }: JobText): Job {
  if (stage === "") return { kind: "step", searchId };
  return { kind: "range", searchId, stage, from, count, task };
}
