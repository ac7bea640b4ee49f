// This module is browser compatible.

import { BARS_PER_DAY } from "../contracts/engine_constants.ts";
import type { Timeframe } from "../contracts/scalar.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type * as Glue from "../../pkg/arena_engine.js";
import { type Bytes, type Engine, EngineTrap, type SimulationAnswer } from "./engine.ts";

/** The name, and 25 characters of the longest double. */
const TRIAL_LENGTH_MAX = 40;
const TRIAL = /,"trial":(null|-?[\d.e+-]+)\}$/;
const BRACE = "}".charCodeAt(0);

const encoder = new TextEncoder();
const decoder = new TextDecoder("latin1");

/** An array over a buffer of its own. */
type Owned<T> = T extends Uint8Array ? Bytes : Float64Array<ArrayBuffer>;

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

  versions(): Uint8Array {
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
    return withoutTrial(call(() => this.#arena.simulate(request)));
  }

  evaluate(request: Uint8Array, payload: Uint8Array): Bytes {
    return call(() => this.#arena.evaluate(request, payload));
  }

  scenarioPaths(candidate: Uint8Array): Bytes {
    return call(() => this.#arena.scenarioPaths(candidate));
  }

  chartColumns(marketId: number, timeframe: Timeframe): Float64Array<ArrayBuffer> {
    return call(() => this.#arena.chartColumns(marketId, BARS_PER_DAY[timeframe]));
  }

  sweep(request: Uint8Array): Bytes {
    return call(() => this.#arena.sweep(request));
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }
}

/**
 * Removes the run's daily Sharpe ratio from the end of its answer, `{"ok": ..., "trial": ratio}`: only
 * the service uses it.
 */
function withoutTrial(bytes: Bytes): SimulationAnswer {
  const tail = decoder.decode(bytes.subarray(-TRIAL_LENGTH_MAX));
  const [trial, ratio] = TRIAL.exec(tail) ?? [];
  if (trial === undefined) return { bytes, dailySharpe: null };
  const whole = bytes.subarray(0, bytes.length - trial.length + 1);
  whole[whole.length - 1] = BRACE;
  return { bytes: whole, dailySharpe: ratio === "null" ? null : Number(ratio) };
}

/**
 * Calls the engine. It never throws on purpose, so anything thrown is a trap. The bindings copy every
 * answer out of the engine's memory, so the answer owns its buffer.
 */
function call<T extends Uint8Array | Float64Array>(work: () => T): Owned<T> {
  try {
    return work() as Owned<T>;
  } catch (cause) {
    throw new EngineTrap("Cannot finish an engine call: the engine broke off", { cause });
  }
}
