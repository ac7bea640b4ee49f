// This module is browser compatible.

import { ApiError } from "../errors/api_error.ts";
import type { Clock } from "../clock.ts";
import { type Bytes, type EngineRunner, EngineTrap, type RunAnswer } from "./engine.ts";
import type { Batch, FromWorker, ToWorker, WorkerStart } from "./messages.ts";
import { pack, unpack } from "./packed.ts";

/** How a pool is made. */
export interface PoolOptions {
  /** Workers that may run at once; one per core is right. */
  readonly workersMax: number;
  /** Jobs that may wait for a worker. */
  readonly queueMax: number;
  readonly clock: Clock;
  /** Makes a worker that serves jobs. */
  spawn(): Worker;
  /** Is told when a worker is lost, for the log. */
  lost(reason: string): void;
}

interface Pending {
  readonly request: Bytes;
  /** What is to be evaluated; null: it is a simulation. */
  readonly payload: Bytes | null;
  readonly weight: number;
  readonly askedAtMs: number;
  readonly resolve: (answer: RunAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A worker and the batch that it works on, in order. */
interface Seat {
  readonly worker: Worker;
  isReady: boolean;
  readonly batch: Pending[];
}

/**
 * Weight that a batch has at most, some milliseconds of work. Sending and receiving a message takes
 * this thread as long as the rest of a request, so what has to wait anyway goes together.
 */
const BATCH_WEIGHT_MAX = 8;
const RETRY_AFTER_MS = 1000;

/**
 * Engines in workers, and a bounded queue. Making a worker holds this thread up for 15 ms, so the
 * pool begins with one and grows when a job has to wait. A worker whose engine broke off is
 * replaced: the job that it worked on fails and no other does.
 */
export class EnginePool implements EngineRunner {
  readonly #options: PoolOptions;
  readonly #start: WorkerStart;
  readonly #seats = new Set<Seat>();
  readonly #queue: Pending[] = [];
  #replaced = 0;

  constructor(options: PoolOptions, start: WorkerStart) {
    this.#options = options;
    this.#start = start;
  }

  /**
   * Starts the first worker; jobs that come from now on wait for it.
   *
   * @throws {Error} what that worker reports when it cannot start
   */
  open(): Promise<void> {
    return this.#spawn();
  }

  admit(): void {
    const isFull = this.#queue.length >= this.#options.queueMax && this.#idle() === null;
    if (isFull || this.#seats.size === 0) throw overloaded();
  }

  get isAlive(): boolean {
    return [...this.#seats].some(({ isReady }) => isReady);
  }

  /** What the pool does now, and how many workers it has replaced. */
  get stats(): { queued: number; busy: number; workers: number; replaced: number } {
    const busy = [...this.#seats].filter(({ batch }) => batch.length > 0).length;
    const { size: workers } = this.#seats;
    return { queued: this.#queue.length, busy, workers, replaced: this.#replaced };
  }

  simulate(request: Bytes, weight: number): Promise<RunAnswer> {
    return this.#run({ request, payload: null, weight });
  }

  evaluate(request: Bytes, payload: Bytes): Promise<RunAnswer> {
    return this.#run({ request, payload, weight: BATCH_WEIGHT_MAX });
  }

  /** Stops all workers; jobs that run or wait fail. */
  close(): void {
    for (const seat of this.#seats) {
      this.#remove(seat);
      for (const { reject } of seat.batch) reject(trap("the pool is closed"));
    }
    this.#refuseWaiting();
  }

  #refuseWaiting(): void {
    for (const { reject } of this.#queue.splice(0)) reject(overloaded());
  }

  #run(job: Pick<Pending, "request" | "payload" | "weight">): Promise<RunAnswer> {
    return new Promise((resolve, reject) => {
      this.admit();
      const askedAtMs = this.#options.clock.nowMs();
      this.#queue.push({ ...job, askedAtMs, resolve, reject });
      this.#dispatch();
    });
  }

  /** Hands out what waits, in its order, as long as a worker is idle. */
  #dispatch(): void {
    while (this.#queue.length > 0) {
      const seat = this.#idle();
      if (seat === null) {
        this.#grow();
        return;
      }
      seat.batch.push(...this.#nextBatch());
      const message = toMessage(seat.batch);
      seat.worker.postMessage(message, message.kind === "evaluate" ? [message.payload.buffer] : []);
    }
  }

  /** Takes a job, and those after it that together are light enough. */
  #nextBatch(): readonly Pending[] {
    let weight = 0;
    let count = 0;
    for (const pending of this.#queue) {
      weight += pending.weight;
      if (count > 0 && weight > BATCH_WEIGHT_MAX) break;
      count++;
    }
    return this.#queue.splice(0, count);
  }

  #idle(): Seat | null {
    for (const seat of this.#seats) {
      if (seat.isReady && seat.batch.length === 0) return seat;
    }
    return null;
  }

  #grow(): void {
    const isStarting = [...this.#seats].some(({ isReady }) => !isReady);
    if (isStarting || this.#seats.size >= this.#options.workersMax) return;
    // What goes wrong is reported when the worker is lost.
    this.#spawn().catch(() => {});
  }

  /** Adds a worker; resolves when it is ready. */
  #spawn(): Promise<void> {
    const seat: Seat = { worker: this.#options.spawn(), isReady: false, batch: [] };
    this.#seats.add(seat);
    return new Promise((resolve, reject) => {
      seat.worker.onerror = (event): void => {
        // Without this the error of a worker ends the whole process.
        event.preventDefault();
        reject(cannotRun(event.message));
        this.#lose(seat, event.message);
        this.#dispatch();
      };
      seat.worker.onmessage = ({ data: message }: MessageEvent<FromWorker>): void => {
        if (message.kind === "ready") resolve();
        else if (message.end !== null) reject(cannotRun(message.end));
        this.#receive(seat, message);
      };
      const message: ToWorker = { kind: "start", ...this.#start };
      seat.worker.postMessage(message);
    });
  }

  #receive(seat: Seat, message: FromWorker): void {
    if (message.kind === "ready") seat.isReady = true;
    else {
      const nowMs = this.#options.clock.nowMs();
      unpack(message.answers).forEach((bytes, index) => {
        const { resolve, askedAtMs = nowMs } = seat.batch.shift() ?? {};
        const { [index]: dailySharpe = null } = message.dailySharpes;
        const { [index]: engineMs = 0 } = message.engineMs;
        resolve?.({ bytes, dailySharpe, engineMs, queueMs: nowMs - askedAtMs - engineMs });
      });
      if (message.end !== null) this.#lose(seat, message.end);
    }
    this.#dispatch();
  }

  /**
   * Gives up the job that a worker had in hand, if any, and replaces the worker. One that never got
   * ready is not replaced: the next would fail like it.
   */
  #lose(seat: Seat, reason: string): void {
    this.#options.lost(reason);
    this.#remove(seat);
    seat.batch.shift()?.reject(trap(reason));
    // Only simulations go with others: nothing of them was moved away, so they can run again.
    this.#queue.unshift(...seat.batch.splice(0));
    if (seat.isReady) {
      this.#replaced++;
      this.#spawn().catch(() => {});
    }
    if (this.#seats.size === 0) this.#refuseWaiting();
  }

  #remove(seat: Seat): void {
    this.#seats.delete(seat);
    seat.worker.onmessage = null;
    seat.worker.terminate();
  }
}

/** An evaluation is as heavy as a batch may be, so it is alone in its own. */
function toMessage(batch: readonly Pending[]): Batch {
  const [{ request, payload } = {}] = batch;
  if (request && payload) return { kind: "evaluate", request, payload };
  return { kind: "simulate", requests: pack(batch.map((pending) => pending.request)) };
}

function cannotRun(reason: string): Error {
  return new Error(`Cannot run an engine worker: ${reason}`);
}

function trap(reason: string): EngineTrap {
  return new EngineTrap("Cannot finish a job: its worker is lost", { cause: reason });
}

function overloaded(): ApiError {
  return new ApiError("OVERLOADED", "Cannot run the request: every engine is busy, try again", {
    retryAfterMs: RETRY_AFTER_MS,
  });
}
