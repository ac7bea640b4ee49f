// This module is browser compatible.

/** The longest that a search waits for requests before it runs a block all the same. */
const LONGEST_MS = 1_000;
/** How long nothing must have come before a search goes on. */
const QUIET_MS = 2;

/**
 * How many requests are in work, in memory that all threads share: those who run them count, and those
 * who search wait between two blocks while there are any, so that a request has its cores.
 */
export class Requests {
  readonly #count: Int32Array<SharedArrayBuffer>;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#count = new Int32Array(memory);
  }

  /** What another thread makes the same of. */
  get memory(): SharedArrayBuffer {
    return this.#count.buffer;
  }

  begin(): void {
    Atomics.add(this.#count, 0, 1);
  }

  end(): void {
    if (Atomics.sub(this.#count, 0, 1) === 1) Atomics.notify(this.#count, 0);
  }

  /** Blocks this thread while requests are in work, a second at most: a search shall end some day. */
  giveWay(): void {
    const endMs = performance.now() + LONGEST_MS;
    for (
      let count = Atomics.load(this.#count, 0);
      count > 0;
      count = Atomics.load(this.#count, 0)
    ) {
      const leftMs = endMs - performance.now();
      if (leftMs <= 0) return;
      Atomics.wait(this.#count, 0, count, Math.min(leftMs, QUIET_MS));
    }
  }
}
