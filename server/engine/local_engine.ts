// This module is browser compatible.

import type { TrialLedger } from "../contracts/trial.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { ApiError } from "../base/errors.ts";
import {
  type Admit,
  type Bytes,
  type Engine,
  EngineTrap,
  type SimulationAnswer,
  type SimulationOrder,
} from "./engine.ts";

/** Options of the engine of this thread. */
export interface LocalEngineOptions {
  readonly datasets: readonly Dataset[];
  /** Adds the datasets to the first engine, on its first use. */
  prepare(): void;
  /** Makes a new engine; `generation` counts them from 1. */
  reload(generation: number): Promise<Engine>;
  /** Called when the engine is lost, for the log. */
  onLost(reason: string): void;
}

const RETRY_AFTER_MS = 1000;

/** The engine of the main thread, for calls of microseconds. After a trap it is replaced. */
export class LocalEngine {
  readonly #options: LocalEngineOptions;
  #engine: Engine | null;
  #isPrepared = false;
  #generation = 0;

  constructor(engine: Engine, options: LocalEngineOptions) {
    this.#engine = engine;
    this.#options = options;
  }

  /**
   * Checks a candidate.
   *
   * @returns the answer of `Engine.check`
   * @throws {EngineTrap} when the engine traps
   * @throws {ApiError} OVERLOADED while the engine is replaced
   */
  check(candidate: Uint8Array): Uint8Array {
    return this.#use((engine) => engine.check(candidate));
  }

  /** Checks a candidate and runs it on this thread if it is admitted. Throws like `check`. */
  simulateAdmitted(order: SimulationOrder, admit: Admit): SimulationAnswer | null {
    return this.#use((engine) => engine.simulateAdmitted(order, admit));
  }

  /** Runs a candidate on this thread; only for the example. Throws like `check`. */
  simulate(request: Uint8Array): SimulationAnswer {
    return this.#use((engine) => engine.simulate(request));
  }

  /** Scores a payload on this thread; only for the example. Throws like `check`. */
  evaluate(request: Uint8Array, payload: Uint8Array, ledger: TrialLedger): Bytes {
    return this.#use((engine) => engine.evaluate(request, payload, ledger));
  }

  /** Whether there is a working engine. */
  get isAlive(): boolean {
    return this.#engine !== null;
  }

  #use<T>(work: (engine: Engine) => T): T {
    if (this.#engine === null) {
      throw new ApiError("OVERLOADED", "Cannot check the candidate: the engine is restarting", {
        retryAfterMs: RETRY_AFTER_MS,
      });
    }
    try {
      if (!this.#isPrepared) {
        this.#isPrepared = true;
        this.#options.prepare();
      }
      return work(this.#engine);
    } catch (error) {
      if (error instanceof EngineTrap) this.#replace(String(error.cause));
      throw error;
    }
  }

  #replace(reason: string): void {
    const { datasets, reload, onLost } = this.#options;
    this.#engine = null;
    onLost(reason);
    reload(++this.#generation).then((engine) => {
      for (const dataset of datasets) engine.addDataset(dataset);
      this.#engine = engine;
    }).catch((error: unknown) => onLost(String(error)));
  }
}
