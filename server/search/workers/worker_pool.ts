// This module is browser compatible.

import { type Clock, systemClock } from "../../base/clock.ts";
import { messageOf, StartError } from "../../base/errors.ts";
import { Connection, type Port, type Remote, WorkerLost } from "../../base/remote.ts";
import { FairQueue } from "../../engine/fair_queue.ts";
import type { RangeService, RangeStart } from "./range_service.ts";
import { Stopped } from "../stages/ranges.ts";
import type { SearchWorkers, SharedWorkers } from "./search_workers.ts";
import { reviveTrapped, RunTrapped } from "./run_utilities.ts";

interface Worker {
  readonly connection: Connection<RangeService>;
  /** Keys of its calls, one call per key. */
  readonly keyIds: Set<string>;
  isReady: boolean;
}

interface WaitingCall {
  readonly keyId: string;
  begin(worker: Worker): void;
}

type Work<T> = (remote: Remote<RangeService>, signal: AbortSignal) => Promise<T>;

/** Calls of one worker at once, of as many keys. */
const SHARED_MAX = 8;
/**
 * Time for a stopped call to end by itself. Nearly all blocks are shorter; an evaluation of 16
 * components, which nothing interrupts, takes longer, as does the first evaluation on a dataset.
 */
const STOP_MS = 50;
/** A call whose worker was lost with several calls runs again; it may have been the one at fault. */
const LOST_MAX = 3;

/**
 * Workers of searches, each with an engine of its own. They start with the first call. Keys take
 * turns: a waiting call begins on a free worker, or beside calls of other keys, with which it shares
 * the worker block by block. However many calls one key has, it delays only itself.
 */
export class WorkerPool implements SharedWorkers {
  readonly size: number;
  readonly #spawn: () => Port;
  readonly #start: RangeStart;
  readonly #clock: Pick<Clock, "after">;
  readonly #workers = new Set<Worker>();
  readonly #waiting = new FairQueue<WaitingCall>(Infinity);
  #opening: Promise<void> | null = null;
  #isStopped = false;

  /** @param spawn makes a worker that serves `RangeService` */
  constructor(
    size: number,
    spawn: () => Port,
    start: RangeStart,
    clock: Pick<Clock, "after"> = systemClock,
  ) {
    this.size = size;
    this.#clock = clock;
    this.#spawn = spawn;
    this.#start = start;
  }

  /**
   * Makes a pool and starts its workers.
   *
   * @throws {StartError} when one cannot start
   */
  static async start(size: number, spawn: () => Port, start: RangeStart): Promise<WorkerPool> {
    const pool = new WorkerPool(size, spawn, start);
    await pool.#open();
    return pool;
  }

  forKey(keyId: string): SearchWorkers {
    const run = <T>(work: Work<T>, signal?: AbortSignal): Promise<T> =>
      this.#run(keyId, work, signal);
    return {
      size: this.size,
      range: (task, signal) => run((remote, own) => remote.range(task, own), signal),
      report: (request, results, signal) =>
        run((remote, own) => remote.report(request, results, own), signal),
      evaluate: (candidates, counts, signal) =>
        run((remote, own) => remote.evaluate(candidates, counts, own), signal),
      utilities: (task, signal, moved = () => {}) =>
        run((remote, own) => remote.utilities(task, own, moved), signal),
      ranks: (utilities, paths, signal) =>
        run((remote, own) => remote.ranks(utilities, paths, own), signal),
    };
  }

  /** Terminates all workers, also in the middle of a call. */
  stop(): void {
    this.#isStopped = true;
    this.#terminate();
  }

  #terminate(): void {
    for (const { connection } of this.#workers) connection.close();
  }

  /** Starts all workers, once. After a failure the next call tries again. */
  #open(): Promise<void> {
    return this.#opening ??= this.#startAll().catch((error) => {
      this.#terminate();
      this.#workers.clear();
      this.#opening = null;
      throw error;
    });
  }

  async #startAll(): Promise<void> {
    await Promise.all(Array.from({ length: this.size }, () => this.#startWorker()));
  }

  async #startWorker(): Promise<void> {
    const connection = new Connection<RangeService>(this.#spawn(), {
      revivers: { RunTrapped: reviveTrapped },
    });
    const worker: Worker = { connection, keyIds: new Set(), isReady: false };
    this.#workers.add(worker);
    try {
      await connection.remote.start(this.#start);
    } catch (error) {
      this.#workers.delete(worker);
      return rethrow(error);
    }
    worker.isReady = true;
    this.#dispatch();
  }

  /** Starts a worker in place of one that ended with a stopped call. */
  async #refill(): Promise<void> {
    if (this.#workers.size < this.size && !this.#isStopped) await this.#startWorker();
  }

  /** Ends the worker of a stopped call. Another one starts for calls that wait, or for the next call. */
  #giveUp(worker: Worker): void {
    if (worker.keyIds.size > 1) return;
    this.#workers.delete(worker);
    worker.connection.close();
  }

  /**
   * Calls a worker. A worker that fails is replaced, since its engine may be lost; calls of other keys
   * that it was running run again.
   *
   * @throws {StartError} when the engine fails
   * @throws {Stopped} when the signal aborts
   */
  async #run<T>(
    keyId: string,
    work: Work<T>,
    signal = new AbortController().signal,
    lostCount = 0,
  ): Promise<T> {
    await this.#open();
    await this.#refill();
    const worker = await this.#next(keyId, signal);
    let cancelGiveUp = (): void => {};
    const stop = (): void => {
      cancelGiveUp = this.#clock.after(STOP_MS, () => this.#giveUp(worker));
    };
    signal.addEventListener("abort", stop);
    try {
      const answer = await work(worker.connection.remote, signal);
      this.#release(worker, keyId);
      return answer;
    } catch (error) {
      if (signal.aborted && !worker.connection.isClosed) this.#release(worker, keyId);
      else await this.#replace(worker);
      if (signal.aborted) return stopped();
      const isLost = error instanceof WorkerLost && worker.keyIds.size > 1 && !this.#isStopped;
      if (!isLost || lostCount === LOST_MAX) return rethrow(error);
    } finally {
      signal.removeEventListener("abort", stop);
      cancelGiveUp();
    }
    return await this.#run(keyId, work, signal, lostCount + 1);
  }

  /** Waits for a worker, unless the signal aborts first. */
  #next(keyId: string, signal: AbortSignal): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.remove(call);
        reject(new Stopped(STOPPED));
      };
      const begin = (worker: Worker): void => {
        signal.removeEventListener("abort", leave);
        worker.keyIds.add(keyId);
        resolve(worker);
      };
      const call: WaitingCall = { keyId, begin };
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave);
      this.#waiting.push(call);
      this.#dispatch();
    });
  }

  /** Starts a worker in place of one that has failed, or was given up while calls wait for it. */
  async #replace(worker: Worker): Promise<void> {
    worker.connection.close();
    const isGivenUp = !this.#workers.delete(worker);
    if (!isGivenUp || this.#waiting.size > 0) await this.#refill();
  }

  #release(worker: Worker, keyId: string): void {
    worker.keyIds.delete(keyId);
    this.#dispatch();
  }

  #dispatch(): void {
    for (;;) {
      const call = this.#waiting.next(({ keyId }) => this.#workerFor(keyId) !== null);
      const worker = call && this.#workerFor(call.keyId);
      if (!worker) return;
      this.#waiting.take(call);
      call.begin(worker);
    }
  }

  /** Returns the worker with the fewest calls among those without a call of the key. */
  #workerFor(keyId: string): Worker | null {
    const [free = null] = [...this.#workers]
      .filter(({ isReady, keyIds }) => isReady && keyIds.size < SHARED_MAX && !keyIds.has(keyId))
      .toSorted((one, other) => one.keyIds.size - other.keyIds.size);
    return free;
  }
}

const STOPPED = "Cannot continue: the search was stopped";

function stopped(): never {
  throw new Stopped(STOPPED);
}

function rethrow(error: unknown): never {
  if (error instanceof RunTrapped) throw error;
  const reason = messageOf(error instanceof Error ? error.cause ?? error : error);
  throw new StartError(`Cannot search: a worker failed, ${reason}; finished ranges are kept`);
}
