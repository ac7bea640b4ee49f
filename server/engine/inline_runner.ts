// This module is browser compatible.

import type { Bytes, Engine, EngineRunner, SimulationAnswer } from "./engine.ts";

/** Runs on the thread of the caller, which waits for it. */
export class InlineRunner implements EngineRunner {
  readonly isAlive: boolean = true;
  readonly #engine: Engine;

  /** @param engine an engine that has the datasets */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  admit(): void {}

  simulate(request: Uint8Array): Promise<SimulationAnswer> {
    return Promise.try(() => this.#engine.simulate(request));
  }

  evaluate(request: Uint8Array, payload: Bytes): Promise<Bytes> {
    return Promise.try(() => this.#engine.evaluate(request, payload));
  }
}
