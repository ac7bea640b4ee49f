// This module is browser compatible.

import { messageOf, StartError } from "../base/errors.ts";
import { Connection, type Port, type Remote } from "../base/remote.ts";
import type { RangeService, RangeStart } from "./range_service.ts";
import { Requests } from "./yield_to_requests.ts";

/** Workers that run ranges, evaluations and daily returns, one call of a worker at a time. */
export interface SearchWorkers extends Remote<Omit<RangeService, "start">> {
  /** Calls that can run at once. */
  readonly size: number;
}

/** The parts of every worker: the start of a worker, where `requests` may be left out. */
export type WorkerParts = Omit<RangeStart, "requests"> & Partial<Pick<RangeStart, "requests">>;

type Worker = Connection<RangeService>;
type Work<T> = (remote: Remote<RangeService>) => Promise<T>;

/** Workers of a search, each with an engine of its own. They start with the first call. */
export class WorkerPool implements SearchWorkers {
  readonly size: number;
  readonly #spawn: () => Port;
  readonly #start: RangeStart;
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

  range(...args: Parameters<SearchWorkers["range"]>): ReturnType<SearchWorkers["range"]> {
    return this.#run((remote) => remote.range(...args));
  }

  returns(...args: Parameters<SearchWorkers["returns"]>): ReturnType<SearchWorkers["returns"]> {
    return this.#run((remote) => remote.returns(...args));
  }

  evaluate(...args: Parameters<SearchWorkers["evaluate"]>): ReturnType<SearchWorkers["evaluate"]> {
    return this.#run((remote) => remote.evaluate(...args));
  }

  /** Terminates all workers, also in the middle of a call. */
  stop(): void {
    for (const worker of this.#workers) worker.close();
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
    const worker: Worker = new Connection(this.#spawn());
    this.#workers.add(worker);
    await worker.remote.start(this.#start).catch(rethrow);
    return worker;
  }

  /**
   * Calls the next free worker. A worker that fails is replaced, since its engine may be lost.
   *
   * @throws {StartError} when the engine fails
   */
  async #run<T>(work: Work<T>): Promise<T> {
    await this.#open();
    const worker = await new Promise<Worker>((resolve) => {
      this.#waiting.push(resolve);
      this.#dispatch();
    });
    try {
      const answer = await work(worker.remote);
      this.#release(worker);
      return answer;
    } catch (error) {
      worker.close();
      this.#workers.delete(worker);
      this.#release(await this.#startWorker());
      return rethrow(error);
    }
  }

  #release(worker: Worker): void {
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

function rethrow(error: unknown): never {
  const reason = messageOf(error instanceof Error ? error.cause ?? error : error);
  throw new StartError(`Cannot search: a worker failed, ${reason}; finished ranges are kept`);
}
