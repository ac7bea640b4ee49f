// This module is browser compatible.

import type { Dataset } from "../datasets/dataset.ts";
import { StartError } from "../base/errors.ts";
import { Requests, type SharedMemory } from "./give_way.ts";
import type { SearchAnswer, SearchTask } from "./serve_ranges.ts";

type Work = Exclude<SearchTask, { kind: "start" }>;

/** What workers run with. */
export interface CrewEngine {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
  /** Of `Requests`, which come first. */
  readonly requests?: SharedMemory;
}

/** Workers of a search, each with an engine of its own. */
export class Crew {
  readonly #workers = new Set<Worker>();
  readonly #size: number;
  readonly #spawn: () => Promise<Worker>;
  readonly #requests: Requests;
  readonly #idle: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  private constructor(size: number, spawn: () => Worker, engine: CrewEngine) {
    this.#size = size;
    this.#requests = new Requests(engine.requests);
    const start = { kind: "start", ...engine, requests: this.#requests.memory } as const;
    this.#spawn = async (): Promise<Worker> => {
      const worker = spawn();
      this.#workers.add(worker);
      await ask(worker, start);
      return worker;
    };
  }

  /**
   * Starts workers.
   *
   * @param spawn makes one
   * @throws {StartError} when one cannot start
   */
  static async start(size: number, spawn: () => Worker, engine: CrewEngine): Promise<Crew> {
    const crew = new Crew(size, spawn, engine);
    try {
      const starting = Array.from({ length: size }, () => crew.#spawn());
      for (const worker of await Promise.all(starting)) crew.#release(worker);
    } catch (error) {
      crew.stop();
      throw error;
    }
    return crew;
  }

  /** How many tasks can run at once. */
  get size(): number {
    return this.#size;
  }

  /**
   * Runs a task on the next free worker. One that fails is replaced: its engine may be lost.
   *
   * @throws {StartError} when the engine fails
   */
  async run<K extends Work["kind"]>(
    task: Work & { readonly kind: K },
  ): Promise<SearchAnswer & { readonly kind: K }> {
    const worker = await new Promise<Worker>((resolve) => {
      this.#waiting.push(resolve);
      this.#dispatch();
    });
    try {
      const answer = await ask(worker, task) as SearchAnswer & { readonly kind: K };
      this.#release(worker);
      return answer;
    } catch (error) {
      worker.terminate();
      this.#workers.delete(worker);
      this.#release(await this.#spawn());
      throw error;
    }
  }

  /** Ends all workers, whatever they do. */
  stop(): void {
    for (const worker of this.#workers) worker.terminate();
  }

  #release(worker: Worker): void {
    this.#idle.push(worker);
    this.#dispatch();
  }

  /** Gives tasks to workers. While requests are coming one worker gets none: its core is theirs. */
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

async function ask(worker: Worker, task: SearchTask): Promise<SearchAnswer> {
  const answer = await new Promise<SearchAnswer>((resolve) => {
    worker.onmessage = ({ data: answered }: MessageEvent<SearchAnswer>): void => resolve(answered);
    worker.onerror = (event): void => {
      // Without this an error in a worker ends the whole process.
      event.preventDefault();
      resolve({ kind: "failed", reason: event.message });
    };
    worker.postMessage(task);
  });
  if (answer.kind !== "failed") return answer;
  throw new StartError(`Cannot search: a worker failed, ${answer.reason}; what is done is kept`);
}
