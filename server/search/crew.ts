// This module is browser compatible.

import type { Dataset } from "../datasets/dataset.ts";
import { StartError } from "../errors.ts";
import { Requests, type SharedMemory } from "./give_way.ts";
import type { SearchAnswer, SearchTask } from "./serve_ranges.ts";

type Work = Exclude<SearchTask, { kind: "start" }>;

/** Workers of a search, each with an engine of its own. */
export class Crew {
  readonly #workers: readonly Worker[];
  readonly #requests: Requests;
  readonly #idle: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  private constructor(workers: readonly Worker[], requests: Requests) {
    this.#workers = workers;
    this.#requests = requests;
  }

  /**
   * Starts workers.
   *
   * @param spawn makes one
   * @throws {StartError} when one cannot start
   */
  static async start(
    size: number,
    spawn: () => Worker,
    engine: {
      readonly module: WebAssembly.Module;
      readonly datasets: readonly Dataset[];
      /** Of `Requests`, which come first. */
      readonly requests?: SharedMemory;
    },
  ): Promise<Crew> {
    const requests = new Requests(engine.requests);
    const crew = new Crew(Array.from({ length: size }, spawn), requests);
    try {
      await Promise.all(crew.#workers.map(async (worker) => {
        await ask(worker, { kind: "start", ...engine, requests: requests.memory });
        crew.#release(worker);
      }));
    } catch (error) {
      crew.stop();
      throw error;
    }
    return crew;
  }

  /** How many tasks can run at once. */
  get size(): number {
    return this.#workers.length;
  }

  /**
   * Runs a task on the next free worker.
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
      return await ask(worker, task) as SearchAnswer & { readonly kind: K };
    } finally {
      this.#release(worker);
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
  throw new StartError(
    `Cannot search: a worker failed, ${answer.reason}; what is done is kept, the same command goes on`,
  );
}
