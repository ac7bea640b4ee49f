import type { Clock } from "../../base/clock.ts";
import { ApiError, messageOf } from "../../base/errors.ts";
import type { JobOutcome, RangeResult, SearchJobs, WorkOptions } from "../search_store.ts";
import { isAway } from "./connection.ts";
import type { JobClaim, SearchDatabase, SearchTransaction } from "./search_database.ts";
import { endSearch, lockOpen } from "./search_store.ts";

/** How often an idle worker looks for jobs, milliseconds. */
const LOOK_MS = 500;
/** How often a worker says that it is alive, and asks whether its searches have ended. */
const SIGN_MS = 2_000;
const PAUSE_MS = 1_000;
/** How long a worker that put a job back takes no other, longer than that job waits: others come first. */
const REST_MS = 1_500;

/** A job in hand. */
interface Held {
  readonly claim: JobClaim;
  readonly cancelling: AbortController;
}

/**
 * The jobs of the searches in a PostgreSQL database, for workers on any machine. The jobs of a worker
 * that has died are done by another ten seconds later; what it has not written never happened.
 */
export class PostgresSearchJobs implements SearchJobs {
  readonly #database: SearchDatabase;
  readonly #clock: Clock;
  readonly #held = new Map<string, Held>();
  #wake: () => void = () => {};
  #trouble: string | null = null;
  #restsUntilMs = -Infinity;

  constructor(database: SearchDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Looks for jobs, and for searches that have ended; to be called after a change of the searches. */
  look(): void {
    // What a signal cannot say now, the next one says.
    this.#sign().catch(() => {});
    this.#wake();
  }

  async work(options: WorkOptions): Promise<void> {
    const { parallel, signal, report } = options;
    signal.addEventListener("abort", () => this.#wake());
    const inHand = new Set<Promise<void>>();
    const cancelSigns = this.#signAgain(report);
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => this.#wake = resolve);
      const free = this.#clock.nowMs() < this.#restsUntilMs ? 0 : parallel - inHand.size;
      const claims = free > 0 ? await this.#claim(free, report) : [];
      for (const claim of claims) {
        const done = this.#run(claim, options).finally(() => {
          inHand.delete(done);
          this.#wake();
        });
        inHand.add(done);
      }
      if (claims.length > 0) continue;
      const cancel = this.#clock.after(LOOK_MS, () => this.#wake());
      await woken;
      cancel();
    }
    await Promise.all(inHand);
    cancelSigns();
  }

  async #claim(most: number, report: WorkOptions["report"]): Promise<readonly JobClaim[]> {
    try {
      const claims = await this.#database.claim(most);
      this.#trouble = null;
      return claims;
    } catch (error) {
      this.#report(error, report);
      return [];
    }
  }

  async #run(claim: JobClaim, options: WorkOptions): Promise<void> {
    const cancelling = new AbortController();
    this.#held.set(claim.id, { claim, cancelling });
    try {
      const outcome = await options.run(claim.job, cancelling.signal);
      await this.#settle(claim, outcome, options);
    } catch (error) {
      if (cancelling.signal.aborted) return;
      this.#report(error, options.report);
      this.#restsUntilMs = this.#clock.nowMs() + REST_MS;
      // Where that fails too, the job is free when its worker has given no sign for a while.
      await this.#database.putBack(claim).catch(() => {});
    } finally {
      this.#held.delete(claim.id);
    }
  }

  /** Writes what a job came to; while the database is away that is tried again, until the work ends. */
  async #settle(claim: JobClaim, outcome: JobOutcome, options: WorkOptions): Promise<void> {
    try {
      await this.#database.transaction((transaction) =>
        this.#complete(transaction, claim, outcome)
      );
      this.#trouble = null;
    } catch (error) {
      if (!isAway(error) || options.signal.aborted) throw error;
      this.#report(error, options.report);
      await new Promise<void>((resolve) => this.#clock.after(PAUSE_MS, resolve));
      await this.#settle(claim, outcome, options);
    }
  }

  async #complete(
    transaction: SearchTransaction,
    claim: JobClaim,
    outcome: JobOutcome,
  ): Promise<void> {
    const { job, job: { searchId } } = claim;
    const isOpen = await lockOpen(transaction, searchId);
    const isOurs = await transaction.complete(claim);
    // Its search has ended, or another has the job by now and will write the same.
    if (!isOpen || !isOurs) return;
    if (outcome.kind === "end") {
      await endSearch(transaction, searchId, outcome.end, this.#clock.epochMs());
      return;
    }
    const ranges = outcome.kind === "ranges" ? outcome.ranges : [];
    if (ranges.length > 0) await transaction.addRanges(searchId, ranges);
    if (outcome.kind === "result" && job.kind === "range") {
      await addResult(transaction, job, outcome.result);
    }
    const [left] = await transaction.query(
      `UPDATE arena.searches
        SET jobs_left = jobs_left + $2 - 1, status = 'running', started_at = coalesce(started_at, $3)
        WHERE id = $1 RETURNING jobs_left`,
      [searchId, ranges.length, this.#clock.epochMs()],
    );
    if (Number(left?.["jobs_left"]) > 0) return;
    await transaction.query("UPDATE arena.searches SET jobs_left = 1 WHERE id = $1", [searchId]);
    await transaction.addStep(searchId);
  }

  /** Gives a sign of life again and again; returns what ends that. */
  #signAgain(report: WorkOptions["report"]): () => void {
    let isOver = false;
    const again = (): void => {
      if (!isOver) cancel = this.#clock.after(SIGN_MS, next);
    };
    const next = (): void => {
      this.#sign().catch((error) => this.#report(error, report)).finally(again);
    };
    let cancel = this.#clock.after(SIGN_MS, next);
    return () => {
      isOver = true;
      cancel();
    };
  }

  async #sign(): Promise<void> {
    const held = [...this.#held.values()];
    if (held.length === 0) return;
    await this.#database.touch(held.map(({ claim }) => claim));
    const open = await this.#database.query(
      "SELECT id FROM arena.searches WHERE ended_at IS NULL AND id = ANY($1)",
      [[...new Set(held.map(({ claim }) => claim.job.searchId))]],
    );
    const ids = new Set(open.map(({ id }) => id));
    for (const { claim, cancelling } of held) {
      if (!ids.has(claim.job.searchId)) cancelling.abort();
    }
  }

  #report(error: unknown, report: WorkOptions["report"]): void {
    const trouble = messageOf(error instanceof ApiError ? error.cause ?? error : error);
    if (trouble !== this.#trouble) report(trouble);
    this.#trouble = trouble;
  }
}

async function addResult(
  { query }: SearchTransaction,
  { searchId, stage, from }: {
    readonly searchId: string;
    readonly stage: string;
    readonly from: number;
  },
  { count, merit, best, summary, points }: RangeResult,
): Promise<void> {
  await query(
    `INSERT INTO arena.search_results (search_id, stage, first, count, merit, best, summary)
      VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING`,
    [searchId, stage, from, count, merit, best, summary],
  );
  if (points === null) return;
  await query(
    `INSERT INTO arena.search_points (search_id, stage, first, numbers)
      VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING`,
    [searchId, stage, from, points],
  );
}
