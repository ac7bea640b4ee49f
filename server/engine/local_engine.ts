// This module is browser compatible.

import type { Dataset } from "../datasets/dataset.ts";
import { ApiError } from "../errors.ts";
import { type Bytes, type Engine, EngineTrap, type SimulationAnswer } from "./engine.ts";

/** How a broken engine of this thread is replaced. */
export interface LocalEngineOptions {
  readonly datasets: readonly Dataset[];
  /** Makes a fresh engine; `generation` counts them from 1. */
  reload(generation: number): Promise<Engine>;
  /** Is told when the engine is lost, for the log. */
  lost(reason: string): void;
}

const RETRY_AFTER_MS = 1000;

/** The engine of the main thread, for calls of microseconds. After a trap it makes itself anew. */
export class LocalEngine {
  readonly #options: LocalEngineOptions;
  #engine: Engine | null;
  #generation = 0;

  /** @param engine an engine that has the datasets */
  constructor(engine: Engine, options: LocalEngineOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /**
   * Checks a candidate.
   *
   * @returns the answer of `Engine.check`
   * @throws {EngineTrap} when the engine broke off
   * @throws {ApiError} OVERLOADED while a new engine is made
   */
  check(candidate: Uint8Array): Uint8Array {
    return this.#use((engine) => engine.check(candidate));
  }

  /** Runs a candidate on this thread; only for the few examples. Throws like `check`. */
  simulate(request: Uint8Array): SimulationAnswer {
    return this.#use((engine) => engine.simulate(request));
  }

  /** Scores a payload on this thread; only for the example. Throws like `check`. */
  evaluate(request: Uint8Array, payload: Uint8Array): Bytes {
    return this.#use((engine) => engine.evaluate(request, payload));
  }

  /** Says whether there is a working engine. */
  get isAlive(): boolean {
    return this.#engine !== null;
  }

  #use<T>(work: (engine: Engine) => T): T {
    if (this.#engine === null) {
      throw new ApiError("OVERLOADED", "Cannot check the candidate: the engine starts again", {
        retryAfterMs: RETRY_AFTER_MS,
      });
    }
    try {
      return work(this.#engine);
    } catch (error) {
      if (error instanceof EngineTrap) this.#renew(String(error.cause));
      throw error;
    }
  }

  #renew(reason: string): void {
    const { datasets, reload, lost } = this.#options;
    this.#engine = null;
    lost(reason);
    reload(++this.#generation).then((engine) => {
      for (const dataset of datasets) engine.addDataset(dataset);
      this.#engine = engine;
    }).catch((error: unknown) => lost(String(error)));
  }
}
