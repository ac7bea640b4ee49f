import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type {
  Job,
  JobOutcome,
  NewRange,
  RangeResult,
  SearchJobs,
  WorkOptions,
} from "./search_store.ts";
import type { Row } from "./sqlite.ts";
import { addStep, endSearch, type SearchFile } from "./sqlite_search_store.ts";

const PAUSE_MS = 1_000;

/** A job in hand. */
interface Claim {
  readonly searchId: string;
  readonly cancelling: AbortController;
}

/**
 * The jobs of the searches in an SQLite file. Which are in hand stands in memory only: one process
 * works on them, and after its end none is.
 */
export class SqliteSearchJobs implements SearchJobs {
  readonly #file: SearchFile;
  readonly #clock: Clock;
  readonly #claims = new Map<number, Claim>();
  #wake: () => void = () => {};
  #trouble: string | null = null;

  constructor(file: SearchFile, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
  }

  /** Looks for jobs, and for searches that have ended; to be called after a change of the searches. */
  look(): void {
    for (const { searchId, cancelling } of this.#claims.values()) {
      if (!this.#isOpen(searchId)) cancelling.abort();
    }
    this.#wake();
  }

  async work(options: WorkOptions): Promise<void> {
    const { parallel, signal } = options;
    signal.addEventListener("abort", () => this.#wake());
    const inHand = new Set<Promise<void>>();
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => this.#wake = resolve);
      const row = inHand.size < parallel ? this.#next(options) : null;
      if (row === null) {
        await woken;
      } else {
        const done = this.#run(row, options).finally(() => {
          inHand.delete(done);
          this.#wake();
        });
        inHand.add(done);
      }
    }
    await Promise.all(inHand);
  }

  #next({ report }: WorkOptions): Row | null {
    try {
      // All claimed jobs may come first.
      const rows = this.#file.prepare("SELECT * FROM jobs ORDER BY turn, id LIMIT ?")
        .all(this.#claims.size + 1);
      return rows.find(({ id }) => !this.#claims.has(Number(id))) ?? null;
    } catch (error) {
      this.#report(error, report);
      this.#clock.after(PAUSE_MS, () => this.#wake());
      return null;
    }
  }

  async #run(row: Row, { run, report }: WorkOptions): Promise<void> {
    const id = Number(row["id"]);
    const cancelling = new AbortController();
    const job = toJob(row);
    this.#claims.set(id, { searchId: job.searchId, cancelling });
    try {
      const outcome = await run(job, cancelling.signal);
      await this.#file.write(() => this.#complete(id, job, outcome));
      this.#trouble = null;
    } catch (error) {
      if (!cancelling.signal.aborted) {
        this.#report(error, report);
        await new Promise<void>((resolve) => this.#clock.after(PAUSE_MS, resolve));
      }
    } finally {
      this.#claims.delete(id);
    }
  }

  #complete(id: number, job: Job, outcome: JobOutcome): void {
    const { searchId } = job;
    // Without its job there is nobody who waits for it: the search has ended.
    if (this.#file.prepare("DELETE FROM jobs WHERE id = ?").run(id).changes === 0) return;
    this.#file.prepare(
      "UPDATE searches SET status = 'running', started_at = ? WHERE id = ? AND status = 'queued'",
    ).run(this.#clock.epochMs(), searchId);
    if (outcome.kind === "end") {
      endSearch(this.#file, searchId, outcome.end, this.#clock.epochMs());
      return;
    }
    if (outcome.kind === "ranges") this.#addRanges(searchId, outcome.ranges);
    else if (job.kind === "range") this.#addResult(job, outcome.result);
    const left = this.#file.prepare("SELECT 1 FROM jobs WHERE search_id = ? LIMIT 1").get(searchId);
    if (left === undefined) addStep(this.#file, searchId);
  }

  #addRanges(searchId: string, ranges: readonly NewRange[]): void {
    const add = this.#file.prepare(
      "INSERT OR IGNORE INTO jobs (search_id, stage, first, count, turn, task) " +
        "VALUES (?, ?, ?, ?, ?, ?)",
    );
    for (const { stage, from, count, priority, task } of ranges) {
      add.run(searchId, stage, from, count, priority, task);
    }
  }

  #addResult(
    { searchId, stage, from }: {
      readonly searchId: string;
      readonly stage: string;
      readonly from: number;
    },
    { count, merit, best, summary, points }: RangeResult,
  ): void {
    this.#file.prepare(
      "INSERT OR IGNORE INTO results (search_id, stage, first, count, merit, best, summary) " +
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
    ).run(searchId, stage, from, count, merit, best, summary);
    if (points === null) return;
    this.#file.prepare(
      "INSERT OR IGNORE INTO points (search_id, stage, first, numbers) VALUES (?, ?, ?, ?)",
    ).run(searchId, stage, from, points);
  }

  #isOpen(searchId: string): boolean {
    const sql = "SELECT 1 FROM searches WHERE id = ? AND ended_at IS NULL";
    return this.#file.prepare(sql).get(searchId) !== undefined;
  }

  #report(error: unknown, report: (reason: string) => void): void {
    const trouble = messageOf(error);
    if (trouble !== this.#trouble) report(trouble);
    this.#trouble = trouble;
  }
}

function toJob(row: Row): Job {
  const searchId = String(row["search_id"]);
  const stage = String(row["stage"]);
  if (stage === "") return { kind: "step", searchId };
  return {
    kind: "range",
    searchId,
    stage,
    from: Number(row["first"]),
    count: Number(row["count"]),
    task: String(row["task"]),
  };
}
