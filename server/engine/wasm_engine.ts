// This module is browser compatible.

import type { Dataset } from "../datasets/dataset.ts";
import type * as Glue from "../../pkg/arena_engine.js";
import { type Bytes, type Engine, EngineTrap, type SimulationAnswer } from "./engine.ts";

const encoder = new TextEncoder();

/** The engine of `pkg/`, over one instance of its WebAssembly module. */
export class WasmEngine implements Engine {
  readonly #glue: typeof Glue;
  readonly #arena: Glue.Arena;
  readonly #memory: WebAssembly.Memory;

  /**
   * @param glue the generated bindings; one copy of them serves one instance only
   * @param module the compiled `.wasm`
   */
  constructor(glue: typeof Glue, module: WebAssembly.Module) {
    this.#glue = glue;
    this.#memory = glue.initSync({ module }).memory;
    this.#arena = new glue.Arena();
  }

  facts(): Uint8Array {
    return call(() => this.#glue.engineInfo());
  }

  strategyCatalogue(): Uint8Array {
    return call(() => this.#glue.strategyCatalogue());
  }

  familyProfile(): Uint8Array {
    return call(() => this.#glue.familyProfile());
  }

  addDataset({ header, columns }: Dataset): Uint8Array {
    return call(() => this.#arena.addDataset(encoder.encode(JSON.stringify(header)), columns));
  }

  check(candidate: Uint8Array): Uint8Array {
    return call(() => this.#arena.check(candidate));
  }

  simulate(request: Uint8Array): SimulationAnswer {
    return { bytes: call(() => this.#arena.simulate(request)), dailySharpe: null };
  }

  evaluate(request: Uint8Array, payload: Uint8Array): Bytes {
    return call(() => this.#arena.evaluate(request, payload));
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }
}

/**
 * Calls the engine. Nothing in it throws by intent, so whatever is thrown has broken it. The
 * bindings copy every answer out of the engine's memory, so its buffer is nobody else's.
 */
function call(work: () => Uint8Array): Bytes {
  try {
    return work() as Bytes;
  } catch (cause) {
    throw new EngineTrap("Cannot finish an engine call: the engine broke off", { cause });
  }
}
