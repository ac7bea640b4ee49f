// This module is browser compatible.

import { ApiError } from "../errors/api_error.ts";
import { type Bytes, type EngineRunner, EngineTrap, type SimulationAnswer } from "./engine.ts";
import type { FromWorker, Job, WorkerStart } from "./messages.ts";

/** How a pool is made. */
export interface PoolOptions {
  /** Workers that may run at once; one per core is right. */
  readonly workersMax: number;
  /** Jobs that may wait for a worker. */
  readonly queueMax: number;
  /** Makes a worker that serves jobs. */
  spawn(): Worker;
  /** Is told when a worker is lost, for the log. */
  lost(reason: string): void;
}

interface Pending {
  readonly job: Job;
  readonly transfer: Transferable[];
  readonly resolve: (answer: SimulationAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** A worker and the job it has. */
interface Seat {
  readonly worker: Worker;
  isReady: boolean;
  pending: Pending | null;
}

const RETRY_AFTER_MS = 1000;

/**
 * Engines in workers, one job each at a time, and a bounded queue. Making a worker holds this thread
 * up for 15 ms, so the pool begins with one and grows when a job has to wait. A worker whose engine
 * broke off is replaced: its job fails and no other does.
 */
export class EnginePool implements EngineRunner {
  readonly #options: PoolOptions;
  readonly #start: WorkerStart;
  readonly #seats = new Set<Seat>();
  readonly #idle: Seat[] = [];
  readonly #queue: Pending[] = [];

  private constructor(options: PoolOptions, start: WorkerStart) {
    this.#options = options;
    this.#start = start;
  }

  /**
   * Returns a pool whose first worker is ready.
   *
   * @throws {Error} what that worker reports when it cannot start
   */
  static async start(options: PoolOptions, start: WorkerStart): Promise<EnginePool> {
    const pool = new EnginePool(options, start);
    await pool.#spawn();
    return pool;
  }

  admit(): void {
    const isFull = this.#idle.length === 0 && this.#queue.length >= this.#options.queueMax;
    if (isFull || !this.isAlive) throw overloaded();
  }

  get isAlive(): boolean {
    return this.#seats.size > 0;
  }

  simulate(request: Uint8Array): Promise<SimulationAnswer> {
    return this.#run({ kind: "simulate", request }, []);
  }

  async evaluate(request: Uint8Array, payload: Bytes): Promise<Bytes> {
    const answer = await this.#run({ kind: "evaluate", request, payload }, [payload.buffer]);
    return answer.bytes;
  }

  /** Stops all workers; jobs that run or wait fail. */
  close(): void {
    for (const seat of this.#seats) this.#remove(seat, "the pool is closed");
    this.#refuseWaiting();
  }

  #refuseWaiting(): void {
    for (const { reject } of this.#queue.splice(0)) reject(overloaded());
  }

  #run(job: Job, transfer: Transferable[]): Promise<SimulationAnswer> {
    return new Promise((resolve, reject) => {
      this.admit();
      this.#queue.push({ job, transfer, resolve, reject });
      this.#dispatch();
    });
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const seat = this.#idle.pop();
      if (!seat) {
        this.#grow();
        return;
      }
      seat.pending = this.#queue.shift() ?? null;
      if (seat.pending) seat.worker.postMessage(seat.pending.job, seat.pending.transfer);
    }
  }

  #grow(): void {
    const isStarting = [...this.#seats].some(({ isReady }) => !isReady);
    if (isStarting || this.#seats.size >= this.#options.workersMax) return;
    // What goes wrong is reported when the worker is lost.
    this.#spawn().catch(() => {});
  }

  /** Adds a worker; resolves when it is ready. */
  #spawn(): Promise<void> {
    const seat: Seat = { worker: this.#options.spawn(), isReady: false, pending: null };
    this.#seats.add(seat);
    return new Promise((resolve, reject) => {
      seat.worker.onerror = (event): void => {
        // Without this the error of a worker ends the whole process.
        event.preventDefault();
        reject(new Error(`Cannot run an engine worker: ${event.message}`));
        this.#lose(seat, event.message);
      };
      seat.worker.onmessage = ({ data: message }: MessageEvent<FromWorker>): void => {
        if (message.kind === "ready") resolve();
        this.#receive(seat, message);
      };
      seat.worker.postMessage({ kind: "start", ...this.#start });
    });
  }

  #receive(seat: Seat, message: FromWorker): void {
    if (message.kind === "trap") {
      this.#lose(seat, message.reason);
      return;
    }
    if (message.kind === "ready") {
      seat.isReady = true;
    } else {
      seat.pending?.resolve(message.answer);
      seat.pending = null;
      if (message.isSpent) {
        this.#lose(seat, "its memory has grown too large");
        return;
      }
    }
    this.#idle.push(seat);
    this.#dispatch();
  }

  /** Replaces a worker; one that never got ready is not replaced, the next would fail like it. */
  #lose(seat: Seat, reason: string): void {
    this.#options.lost(reason);
    this.#remove(seat, reason);
    if (seat.isReady) this.#spawn().catch(() => {});
    if (!this.isAlive) this.#refuseWaiting();
  }

  #remove(seat: Seat, reason: string): void {
    this.#seats.delete(seat);
    seat.worker.onmessage = null;
    seat.worker.terminate();
    seat.pending?.reject(trap(reason));
    seat.pending = null;
  }
}

function trap(reason: string): EngineTrap {
  return new EngineTrap("Cannot finish a job: its worker is lost", { cause: reason });
}

function overloaded(): ApiError {
  return new ApiError("OVERLOADED", "Cannot run the request: every engine is busy, try again", {
    retryAfterMs: RETRY_AFTER_MS,
  });
}
