import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { JobClaim, SearchDatabase } from "./search_database.ts";
import { addMissingSteps } from "./missing_steps.ts";
import type { JobOutcome, SearchJobs, WorkOptions } from "./search_store.ts";
import { writeOutcome } from "./job_outcome.ts";
import { placeholders, StoreError } from "./sql.ts";

/** Keys whose jobs run at the same time; each may have as many as can run. */
const KEYS_AT_ONCE = 8;
/** How often an idle worker polls a shared database for jobs. */
const POLL_MS = 500;
/** How often a worker extends its claims and asks whether their searches have ended. */
const HEARTBEAT_MS = 2_000;
const RETRY_MS = 1_000;
/** Back-off after returning a job; longer than the job's retry delay, so another worker gets it. */
const BACK_OFF_MS = 1_500;

/** Workers keep one more job at hand where a claim takes longer than this part of a range. */
const SLOW_CLAIM = 0.1;

interface RunningJob {
  readonly claim: JobClaim;
  readonly cancelling: AbortController;
}

/**
 * The jobs of searches. Workers on any machine share those in a PostgreSQL database: another worker
 * runs the jobs of one that died ten seconds later, and unwritten results never happened.
 */
export class SqlSearchJobs implements SearchJobs {
  readonly #database: SearchDatabase;
  readonly #clock: Clock;
  readonly #running = new Map<string, RunningJob>();
  #wake: () => void = () => {};
  #lastError: string | null = null;
  /** The busy keys at the last claim, if only their jobs were waiting. */
  #onlyWaiting: readonly string[] | null = null;
  #backsOffUntilMs = -Infinity;
  /** How long the last claim took, and the last range without its wait for a worker. */
  #claimMs = 0;
  #rangeMs = Infinity;

  constructor(database: SearchDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Looks for new jobs and for searches that have ended; called after every change of the searches. */
  poll(): void {
    this.#onlyWaiting = null;
    // A failed heartbeat is ignored; the next one reports the error.
    this.#heartbeat().catch(() => {});
    this.#wake();
  }

  async work(options: WorkOptions): Promise<void> {
    const { parallel, workers = parallel, signal, report } = options;
    signal.addEventListener("abort", () => this.#wake());
    const inFlight = new Set<Promise<void>>();
    const stopHeartbeats = this.#database.isShared ? this.#startHeartbeats(report) : () => {};
    const ending = new AbortController();
    const hearing = this.#database.isShared
      ? this.#hearEnds(workers, ending.signal)
      : Promise.resolve();
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => this.#wake = resolve);
      const claims = this.#backsOffMs() > 0 ? [] : await this.#claim(options);
      for (const claim of claims) {
        const done = this.#run(claim, options).finally(() => {
          inFlight.delete(done);
          // A search may wait for this job, and no longer do so.
          if (this.#onlyWaiting?.includes(claim.keyId) === false) this.#onlyWaiting = null;
          this.#wake();
        });
        inFlight.add(done);
      }
      if (claims.length > 0) continue;
      const cancelTimer = this.#wakeLater();
      await woken;
      cancelTimer();
    }
    await Promise.all(inFlight);
    stopHeartbeats();
    ending.abort();
    await hearing;
  }

  /** Cancels the jobs of searches that another process ends, as soon as it does. */
  async #hearEnds(workers: number, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      // Without a connection the heartbeats notice the end.
      const heard = (searchId: string): void => this.#cancel(searchId);
      await this.#database.hearEnds(heard, { workers, signal }).catch(() => {});
      if (signal.aborted) return;
      await new Promise<void>((resolve) => {
        const stop = (): void => {
          signal.removeEventListener("abort", stop);
          cancel();
          resolve();
        };
        const cancel = this.#clock.after(RETRY_MS, stop);
        signal.addEventListener("abort", stop);
      });
    }
  }

  #cancel(searchId: string): void {
    for (const { claim, cancelling } of this.#running.values()) {
      if (claim.job.searchId === searchId) cancelling.abort();
    }
  }

  #backsOffMs(): number {
    return Math.max(0, this.#backsOffUntilMs - this.#clock.nowMs());
  }

  /** Wakes the loop for the next attempt; a database of this process alone needs no polling. */
  #wakeLater(): () => void {
    const backsOffMs = this.#backsOffMs();
    const delayMs = backsOffMs > 0 ? backsOffMs : POLL_MS;
    const isDue = this.#database.isShared || backsOffMs > 0 || this.#lastError !== null;
    if (!isDue) return () => {};
    return this.#clock.after(delayMs, () => {
      this.#onlyWaiting = null;
      this.#wake();
    });
  }

  /**
   * Claims jobs for the free places. A key with as many jobs as can run is busy: further places are
   * kept for other keys, whose first job therefore starts at once.
   */
  async #claim(options: WorkOptions): Promise<readonly JobClaim[]> {
    const { workers = options.parallel, report } = options;
    const isSlow = this.#claimMs > SLOW_CLAIM * this.#rangeMs;
    const parallel = options.parallel + Number(isSlow && workers < options.parallel);
    const counts = new Map<string, number>();
    for (const { claim: { keyId } } of this.#running.values()) {
      counts.set(keyId, (counts.get(keyId) ?? 0) + 1);
    }
    const busy = [...counts].filter(([, count]) => count >= parallel).map(([keyId]) => keyId);
    const most = Math.max(0, ...[...counts.values()].filter((count) => count < parallel));
    const free = Math.min(parallel - most, KEYS_AT_ONCE * parallel - this.#running.size);
    const isKnown = busy.length > 0 && busy.join() === this.#onlyWaiting?.join();
    if (free <= 0 || isKnown) return [];
    // Set before the claim, so that a job added meanwhile clears it.
    this.#onlyWaiting = busy;
    try {
      const beganMs = this.#clock.nowMs();
      const claims = await this.#database.claim(free, busy);
      this.#claimMs = this.#clock.nowMs() - beganMs;
      if (claims.length > 0) this.#onlyWaiting = null;
      this.#lastError = null;
      if (claims.length > 0) return claims;
      // A worker that died after the last result of a stage left no step.
      const isAdded = await addMissingSteps(this.#database);
      return isAdded ? await this.#database.claim(free, busy) : [];
    } catch (error) {
      this.#onlyWaiting = null;
      this.#report(error, report);
      return [];
    }
  }

  async #run(claim: JobClaim, options: WorkOptions): Promise<void> {
    const cancelling = new AbortController();
    this.#running.set(claim.id, { claim, cancelling });
    let isComplete = false;
    try {
      const { workers = options.parallel } = options;
      const beganMs = this.#clock.nowMs();
      const outcome = await options.run(claim.job, cancelling.signal);
      const ranMs = this.#clock.nowMs() - beganMs;
      const share = workers / Math.max(workers, this.#running.size);
      if (claim.job.kind === "range") this.#rangeMs = ranMs * share;
      await this.#complete(claim, outcome, options);
      isComplete = true;
      this.#running.delete(claim.id);
      if (outcome.kind === "end") await this.#database.reclaim();
      await this.#continue(claim.job.searchId);
    } catch (error) {
      isComplete = cancelling.signal.aborted;
      if (isComplete) return;
      this.#report(error, options.report);
      this.#backsOffUntilMs = this.#clock.nowMs() + BACK_OFF_MS;
    } finally {
      this.#running.delete(claim.id);
      // If this fails too, the claim ends without heartbeats.
      await this.#database.release(claim, { isComplete }).catch(() => {});
    }
  }

  /** Adds the next step of a search after its last job; others of this process are not the last. */
  async #continue(searchId: string): Promise<void> {
    for (const { claim } of this.#running.values()) {
      if (claim.job.searchId === searchId) return;
    }
    if (await addMissingSteps(this.#database, searchId)) this.#onlyWaiting = null;
  }

  /** Writes the outcome of a job; retries while the database cannot be reached, until the work ends. */
  async #complete(claim: JobClaim, outcome: JobOutcome, options: WorkOptions): Promise<void> {
    for (;;) {
      try {
        await this.#database.transaction((transaction) =>
          writeOutcome(transaction, claim, outcome, this.#clock.epochMs())
        );
        this.#lastError = null;
        return;
      } catch (error) {
        const isTemporary = error instanceof StoreError && error.isTemporary;
        if (!isTemporary || options.signal.aborted) throw error;
        this.#report(error, options.report);
        await new Promise<void>((resolve) => this.#clock.after(RETRY_MS, resolve));
      }
    }
  }

  /** Sends heartbeats; returns a function that stops them. */
  #startHeartbeats(report: WorkOptions["report"]): () => void {
    let isStopped = false;
    const schedule = (): void => {
      if (!isStopped) cancel = this.#clock.after(HEARTBEAT_MS, beat);
    };
    const beat = (): void => {
      this.#heartbeat().catch((error) => this.#report(error, report)).finally(schedule);
    };
    let cancel = this.#clock.after(HEARTBEAT_MS, beat);
    return () => {
      isStopped = true;
      cancel();
    };
  }

  /** Extends the claims, and cancels the jobs of searches that have ended. */
  async #heartbeat(): Promise<void> {
    const running = [...this.#running.values()];
    if (running.length === 0) return;
    await this.#database.heartbeat(running.map(({ claim }) => claim));
    const searchIds = [...new Set(running.map(({ claim }) => claim.job.searchId))];
    const open = await this.#database.query(
      `SELECT id FROM searches
        WHERE ended_at IS NULL AND id IN ${placeholders(1, searchIds.length)}`,
      searchIds,
    );
    const openIds = new Set(open.map(({ id }) => id));
    for (const id of searchIds.filter((id) => !openIds.has(id))) this.#cancel(id);
  }

  #report(error: unknown, report: WorkOptions["report"]): void {
    const message = messageOf(error);
    if (message !== this.#lastError) report(message);
    this.#lastError = message;
  }
}
