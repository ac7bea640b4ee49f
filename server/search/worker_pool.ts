// This module is browser compatible.

import { messageOf, StartError } from "../base/errors.ts";
import { Connection, type Port, type Remote } from "../base/remote.ts";
import type { Candidate } from "../contracts/candidate.ts";
import type { TrialCounts } from "../contracts/trial.ts";
import type { WindowReturns } from "./daily_excess.ts";
import type { EvaluatedTrial } from "./evaluated.ts";
import type { BarRange } from "./folds.ts";
import type { RangeService, RangeStart } from "./range_service.ts";
import { Stopped } from "./ranges.ts";
import type { RangeAnswer, RangeTask } from "./run_range.ts";
import { StopFlag } from "./stop_flag.ts";
import { Requests } from "./yield_to_requests.ts";

/**
 * Workers that run ranges, evaluations and daily returns, one call of a worker at a time. A call whose
 * signal aborts is rejected with `Stopped`: at once while it waits, and between two blocks of
 * candidates while it runs.
 */
export interface SearchWorkers {
  /** Calls that can run at once. */
  readonly size: number;
  range(task: RangeTask, signal?: AbortSignal): Promise<RangeAnswer>;
  returns(
    at: number,
    window: BarRange | null,
    candidates: readonly Candidate[],
    signal?: AbortSignal,
  ): Promise<WindowReturns>;
  evaluate(
    candidates: readonly Candidate[],
    counts: TrialCounts,
    signal?: AbortSignal,
  ): Promise<readonly EvaluatedTrial[]>;
}

/** The parts of every worker; `requests` may be left out. */
export type WorkerParts =
  & Omit<RangeStart, "requests" | "stop">
  & Partial<Pick<RangeStart, "requests">>;

interface Worker {
  readonly connection: Connection<RangeService>;
  readonly stop: StopFlag;
}

type Work<T> = (remote: Remote<RangeService>) => Promise<T>;

/** Workers of a search, each with an engine of its own. They start with the first call. */
export class WorkerPool implements SearchWorkers {
  readonly size: number;
  readonly #spawn: () => Port;
  readonly #start: Omit<RangeStart, "stop">;
  readonly #requests: Requests;
  readonly #workers = new Set<Worker>();
  readonly #idle: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];
  #opening: Promise<void> | null = null;

  /** @param spawn makes a worker that serves `RangeService` */
  constructor(size: number, spawn: () => Port, parts: WorkerParts) {
    this.size = size;
    this.#spawn = spawn;
    this.#requests = new Requests(parts.requests);
    this.#start = { ...parts, requests: this.#requests.memory };
  }

  /**
   * Makes a pool and starts its workers.
   *
   * @throws {StartError} when one cannot start
   */
  static async start(size: number, spawn: () => Port, parts: WorkerParts): Promise<WorkerPool> {
    const pool = new WorkerPool(size, spawn, parts);
    await pool.#open();
    return pool;
  }

  range(task: RangeTask, signal?: AbortSignal): Promise<RangeAnswer> {
    return this.#run((remote) => remote.range(task), signal);
  }

  returns(
    at: number,
    window: BarRange | null,
    candidates: readonly Candidate[],
    signal?: AbortSignal,
  ): Promise<WindowReturns> {
    return this.#run((remote) => remote.returns(at, window, candidates), signal);
  }

  evaluate(
    candidates: readonly Candidate[],
    counts: TrialCounts,
    signal?: AbortSignal,
  ): Promise<readonly EvaluatedTrial[]> {
    return this.#run((remote) => remote.evaluate(candidates, counts), signal);
  }

  /** Terminates all workers, also in the middle of a call. */
  stop(): void {
    for (const { connection } of this.#workers) connection.close();
  }

  /** Starts all workers, once. After a failure the next call tries again. */
  #open(): Promise<void> {
    return this.#opening ??= this.#startAll().catch((error) => {
      this.stop();
      this.#workers.clear();
      this.#opening = null;
      throw error;
    });
  }

  async #startAll(): Promise<void> {
    const starting = Array.from({ length: this.size }, () => this.#startWorker());
    for (const worker of await Promise.all(starting)) this.#release(worker);
  }

  async #startWorker(): Promise<Worker> {
    const stop = new StopFlag();
    const worker: Worker = { connection: new Connection(this.#spawn()), stop };
    this.#workers.add(worker);
    const start = { ...this.#start, stop: stop.memory };
    await worker.connection.remote.start(start).catch(rethrow);
    return worker;
  }

  /**
   * Calls the next free worker. A worker that fails is replaced, since its engine may be lost.
   *
   * @throws {StartError} when the engine fails
   * @throws {Stopped} when the signal aborts
   */
  async #run<T>(work: Work<T>, signal?: AbortSignal): Promise<T> {
    await this.#open();
    const worker = await this.#next(signal);
    const stop = (): void => this.#stop(worker);
    signal?.addEventListener("abort", stop);
    try {
      const answer = await work(worker.connection.remote);
      this.#release(worker);
      return answer;
    } catch (error) {
      if (signal?.aborted && !worker.connection.isClosed) this.#release(worker);
      else await this.#replace(worker);
      return signal?.aborted ? stopped() : rethrow(error);
    } finally {
      signal?.removeEventListener("abort", stop);
    }
  }

  /** Waits for a free worker, unless the signal aborts first. */
  #next(signal?: AbortSignal): Promise<Worker> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        const at = this.#waiting.indexOf(take);
        if (at >= 0) this.#waiting.splice(at, 1);
        reject(new Stopped(STOPPED));
      };
      const take = (worker: Worker): void => {
        signal?.removeEventListener("abort", leave);
        resolve(worker);
      };
      if (signal?.aborted) return leave();
      signal?.addEventListener("abort", leave);
      this.#waiting.push(take);
      this.#dispatch();
    });
  }

  /** Stops the call of a worker. Without shared memory the worker ends, in the middle of the call. */
  #stop({ connection, stop }: Worker): void {
    if (stop.isShared) stop.raise();
    else connection.close();
  }

  async #replace(worker: Worker): Promise<void> {
    worker.connection.close();
    this.#workers.delete(worker);
    this.#release(await this.#startWorker());
  }

  #release(worker: Worker): void {
    worker.stop.lower();
    this.#idle.push(worker);
    this.#dispatch();
  }

  /** Hands out workers. While requests are coming one worker stays idle: its core is theirs. */
  #dispatch(): void {
    const spared = this.size > 1 && this.#requests.areComing ? 1 : 0;
    while (this.#idle.length > spared) {
      const next = this.#waiting.shift();
      const worker = next && this.#idle.pop();
      if (worker === undefined) return;
      next?.(worker);
    }
  }
}

const STOPPED = "Cannot continue: the search was stopped";

function stopped(): never {
  throw new Stopped(STOPPED);
}

function rethrow(error: unknown): never {
  const reason = messageOf(error instanceof Error ? error.cause ?? error : error);
  throw new StartError(`Cannot search: a worker failed, ${reason}; finished ranges are kept`);
}
