// This module is browser compatible.

/** Time after a request in which others are expected. */
const EXPECTED_MS = 500;

/**
 * When this process last ran a request, in memory that its threads share: threads that search ask it
 * after every block, and rest while more requests are expected.
 */
export class RecentRequests {
  readonly #cell: Int32Array<SharedArrayBuffer>;
  readonly #nowMs: () => number;

  /** @param nowMs a clock that all threads share */
  constructor(
    memory: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT),
    nowMs: () => number = Date.now,
  ) {
    this.#cell = new Int32Array(memory);
    this.#nowMs = nowMs;
  }

  /** The memory, for the `RecentRequests` of another thread. */
  get memory(): SharedArrayBuffer {
    return this.#cell.buffer;
  }

  /** Whether a request ran in the last half second. */
  get expectsRequests(): boolean {
    const last = Atomics.load(this.#cell, 0);
    return last !== 0 && ((this.#nowMs() | 0) - last | 0) < EXPECTED_MS;
  }

  /** Records that a request runs now. */
  record(): void {
    Atomics.store(this.#cell, 0, (this.#nowMs() | 0) || 1);
  }
}
