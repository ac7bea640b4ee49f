// This module is browser compatible.

import type { Clock } from "../clock.ts";
import { ApiError } from "../errors.ts";
import { type Bytes, type EngineRunner, EngineTrap, type RunAnswer } from "./engine.ts";
import { FairQueue } from "./fair_queue.ts";
import type { WorkerStart } from "./messages.ts";
import { type Job, type Loss, Seat } from "./seat.ts";
import { WorkerShares } from "./worker_shares.ts";

/** How a pool is made. */
export interface PoolOptions {
  /** Workers that may run at once; one per core is right. */
  readonly workersMax: number;
  /** Jobs that may wait for a worker. */
  readonly queueMax: number;
  /** How long a job may run before its worker is ended. */
  readonly jobDeadlineMs: number;
  readonly clock: Clock;
  /** Makes a worker that serves jobs. */
  spawn(): Worker;
  /** Is told when a worker is lost, for the log. */
  lost(reason: string): void;
  /** Is told once when only a new process can help: as many threads hang as workers may run. */
  spent(): void;
}

/** What a pool does and has done. */
export interface PoolStats {
  /** Jobs that wait. */
  readonly queued: number;
  /** Workers that there are, and those of them that run. */
  readonly workers: number;
  readonly busy: number;
  /** Jobs that were answered, and workers that were lost, since the start. */
  readonly done: number;
  readonly replaced: number;
  /** Threads that were ended and still run. */
  readonly stuck: number;
}

/**
 * Weight that a batch has at most, some milliseconds of work. Sending and receiving a message takes
 * this thread as long as the rest of a request, so what has to wait anyway goes together.
 */
const BATCH_WEIGHT_MAX = 8;
const RETRY_AFTER_MS = 1000;
/** A worker compiles nothing and reads six datasets: a quarter of a second. */
const START_DEADLINE_MS = 30_000;
/** When no worker could be started, another try comes after this long. */
const RESTART_AFTER_MS = 5_000;

/**
 * Engines in workers, and a bounded queue. Making a worker holds this thread up for 15 ms, so the
 * pool begins with one and grows when a job has to wait. A worker whose engine broke off or hangs is
 * replaced: the job that it worked on fails and is not tried again; no other does.
 */
export class EnginePool implements EngineRunner {
  readonly #options: PoolOptions;
  readonly #start: WorkerStart;
  readonly #seats = new Set<Seat>();
  readonly #queue: FairQueue<Job>;
  readonly #shares: WorkerShares;
  /** Workers that were ended for their silence. */
  #ended: readonly Seat[] = [];
  #done = 0;
  #replaced = 0;
  #isSpent = false;
  #cancelRestart: () => void = () => {};

  constructor(options: PoolOptions, start: WorkerStart) {
    this.#options = options;
    this.#start = start;
    this.#queue = new FairQueue(options.queueMax);
    this.#shares = new WorkerShares(options.workersMax, options.clock);
  }

  /**
   * Starts the first worker; jobs that come from now on wait for it.
   *
   * @throws {Error} what that worker reports when it cannot start
   */
  async open(): Promise<void> {
    await this.#spawn().started;
  }

  admit(keyId: string): void {
    const mayStart = this.#idle() !== null && this.#mayRun(keyId);
    const isAdmitted = this.#seats.size > 0 && (mayStart || this.#queue.hasRoom(keyId));
    if (!isAdmitted) throw overloaded();
  }

  get isAlive(): boolean {
    const ready = [...this.#seats].filter(({ isReady }) => isReady);
    if (this.#isSpent || ready.length === 0) return false;
    return this.#seats.size < this.#options.workersMax || ready.some(({ isQuiet }) => !isQuiet);
  }

  get stats(): PoolStats {
    const seats = [...this.#seats];
    return {
      queued: this.#queue.size,
      workers: seats.length,
      busy: seats.filter(({ batch }) => batch.length > 0).length,
      done: this.#done,
      replaced: this.#replaced,
      stuck: this.#countStuck(),
    };
  }

  simulate(request: Bytes, weight: number, keyId: string): Promise<RunAnswer> {
    return this.#run({ keyId, request, payload: null, weight });
  }

  evaluate(request: Bytes, payload: Bytes, keyId: string): Promise<RunAnswer> {
    return this.#run({ keyId, request, payload, weight: BATCH_WEIGHT_MAX });
  }

  /** Stops all workers; jobs that run or wait fail. */
  close(): void {
    this.#cancelRestart();
    for (const seat of this.#seats) {
      this.#seats.delete(seat);
      for (const { reject } of seat.close()) reject(trap("the pool is closed"));
    }
    this.#refuseWaiting();
  }

  #refuseWaiting(): void {
    for (const { reject } of this.#queue.takeAll()) reject(overloaded());
  }

  #run(job: Pick<Job, "keyId" | "request" | "payload" | "weight">): Promise<RunAnswer> {
    return new Promise((resolve, reject) => {
      this.#shares.noteAsked(job.keyId);
      this.admit(job.keyId);
      const askedAtMs = this.#options.clock.nowMs();
      this.#queue.push({ ...job, askedAtMs, resolve, reject });
      this.#dispatch();
    });
  }

  /** Hands out what waits, in turn, as long as a worker is idle. */
  #dispatch(): void {
    while (this.#queue.size > 0) {
      const seat = this.#idle();
      if (seat === null) return this.#grow();
      const batch = this.#nextBatch();
      if (batch.length === 0) return;
      seat.assign(batch);
    }
  }

  /** Takes the job whose turn it is, and those after it that together are light enough. */
  #nextBatch(): readonly Job[] {
    const batch: Job[] = [];
    for (let weight = 0; weight < BATCH_WEIGHT_MAX;) {
      const job = this.#queue.next((keyId) => this.#mayRun(keyId));
      if (job === null) break;
      // Nobody has to share the fate of a suspect.
      weight += this.#shares.isSuspect(job.keyId) ? BATCH_WEIGHT_MAX : job.weight;
      if (batch.length > 0 && weight > BATCH_WEIGHT_MAX) break;
      this.#queue.take(job);
      batch.push(job);
    }
    return batch;
  }

  #mayRun(keyId: string): boolean {
    return this.#shares.mayRun(keyId, [...this.#seats].map(({ batch }) => batch));
  }

  #idle(): Seat | null {
    for (const seat of this.#seats) {
      if (seat.isIdle) return seat;
    }
    return null;
  }

  #grow(): void {
    const isStarting = [...this.#seats].some(({ isReady }) => !isReady);
    if (!isStarting && this.#seats.size < this.#options.workersMax) this.#spawn();
  }

  #spawn(): Seat {
    const seat = new Seat(this.#options.spawn(), {
      clock: this.#options.clock,
      start: this.#start,
      startDeadlineMs: START_DEADLINE_MS,
      jobDeadlineMs: this.#options.jobDeadlineMs,
      answered: (count) => this.#done += count,
      freed: () => this.#dispatch(),
      lost: (loss) => this.#lose(seat, loss),
    });
    this.#seats.add(seat);
    return seat;
  }

  /**
   * Gives up the job that a worker had in hand, if any, and replaces the worker. One that never got
   * ready is not replaced at once: the next would fail like it.
   */
  #lose(seat: Seat, { reason, wasReady, isLate, culprit, rest }: Loss): void {
    const { lost, jobDeadlineMs, clock } = this.#options;
    this.#seats.delete(seat);
    this.#replaced++;
    lost(culprit === null ? reason : `${reason}; its job was of the key ${culprit.keyId}`);
    if (isLate) this.#noteLate(seat, culprit);
    culprit?.reject(isLate ? late(jobDeadlineMs) : trap(reason));
    // Only simulations go with others: nothing of them was moved away, so they can run again.
    this.#queue.putBack(rest);
    if (wasReady) this.#spawn();
    else if (this.#seats.size === 0) {
      this.#refuseWaiting();
      this.#cancelRestart = clock.after(RESTART_AFTER_MS, () => this.#spawn());
    }
    this.#dispatch();
  }

  #noteLate(seat: Seat, culprit: Job | null): void {
    if (culprit !== null) this.#shares.noteEnded(culprit.keyId);
    this.#ended = [...this.#ended, seat];
    if (this.#isSpent || this.#countStuck() < this.#options.workersMax) return;
    this.#isSpent = true;
    this.#options.lost("as many threads hang as workers may run: only a new process can help");
    this.#options.spent();
  }

  #countStuck(): number {
    this.#ended = this.#ended.filter(({ isStuck }) => isStuck);
    return this.#ended.length;
  }
}

function trap(reason: string): EngineTrap {
  return new EngineTrap("Cannot finish a job: its worker is lost", { cause: reason });
}

function late(deadlineMs: number): ApiError {
  const detail = `Cannot finish the run: it took over ${deadlineMs} ms, must take less`;
  return new ApiError("RUN_TIMEOUT", detail);
}

function overloaded(): ApiError {
  return new ApiError("OVERLOADED", "Cannot run the request: every engine is busy, try again", {
    retryAfterMs: RETRY_AFTER_MS,
  });
}
