// This module is browser compatible.

import type { Dataset } from "../datasets/dataset.ts";
import { StartError } from "../errors.ts";
import type { SearchAnswer, SearchTask } from "./serve_ranges.ts";

type Work = Exclude<SearchTask, { kind: "start" }>;

/** Workers of a search, each with an engine of its own. */
export class Crew {
  readonly #workers: readonly Worker[];
  readonly #idle: Worker[] = [];
  readonly #waiting: ((worker: Worker) => void)[] = [];

  private constructor(workers: readonly Worker[]) {
    this.#workers = workers;
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
      readonly requests?: SharedArrayBuffer;
    },
  ): Promise<Crew> {
    const crew = new Crew(Array.from({ length: size }, spawn));
    try {
      await Promise.all(crew.#workers.map(async (worker) => {
        await ask(worker, { kind: "start", requests: null, ...engine });
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
    const worker = this.#idle.pop() ??
      await new Promise<Worker>((resolve) => this.#waiting.push(resolve));
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
    const next = this.#waiting.shift();
    if (next) next(worker);
    else this.#idle.push(worker);
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
