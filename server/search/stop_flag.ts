// This module is browser compatible.

import { newMemory, type SharedMemory } from "./yield_to_requests.ts";

/**
 * Tells a worker in the middle of a call to stop: it reads no message before the call ends. A page
 * that is not isolated cannot share memory, so there only the end of the worker stops a call.
 */
export class StopFlag {
  readonly #cells: Int32Array<SharedMemory>;

  constructor(memory: SharedMemory = newMemory()) {
    this.#cells = new Int32Array(memory);
  }

  /** The memory, for the flag of another thread. */
  get memory(): SharedMemory {
    return this.#cells.buffer;
  }

  /** Whether the other thread sees this flag. */
  get isShared(): boolean {
    return !(this.memory instanceof ArrayBuffer);
  }

  get isRaised(): boolean {
    return Atomics.load(this.#cells, 0) !== 0;
  }

  raise(): void {
    Atomics.store(this.#cells, 0, 1);
  }

  lower(): void {
    Atomics.store(this.#cells, 0, 0);
  }
}
