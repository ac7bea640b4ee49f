// This module is browser compatible.

/** The longest that a search waits for requests before it runs a block all the same. */
const LONGEST_MS = 1_000;
/** How long after a request others are to be expected. */
const BUSY_MS = 500;
/** Candidates that are run at a time, some milliseconds, in which a worker hears nothing. */
const BLOCK = 1_024;
const BLOCK_BUSY = 256;

/** Places in the shared memory. */
const COUNT = 0;
const LAST = 1;

/** A page that is not isolated shares no memory; nobody else wants its cores. */
export type SharedMemory = SharedArrayBuffer | ArrayBuffer;

function newMemory(): SharedMemory {
  const length = 2 * Int32Array.BYTES_PER_ELEMENT;
  return globalThis.SharedArrayBuffer === undefined
    ? new ArrayBuffer(length)
    : new SharedArrayBuffer(length);
}

/**
 * Requests in work, in memory that all threads share: those who run them count, and those who search
 * wait between two blocks while there are any, so that a request has its cores.
 */
export class Requests {
  readonly #cells: Int32Array<SharedMemory>;

  constructor(memory: SharedMemory = newMemory()) {
    this.#cells = new Int32Array(memory);
  }

  /** What another thread makes the same of. */
  get memory(): SharedMemory {
    return this.#cells.buffer;
  }

  /** Whether one has come lately. */
  get areComing(): boolean {
    const last = Atomics.load(this.#cells, LAST);
    return last !== 0 && ((nowMs() - last) | 0) < BUSY_MS;
  }

  begin(): void {
    Atomics.add(this.#cells, COUNT, 1);
    Atomics.store(this.#cells, LAST, nowMs() || 1);
  }

  end(): void {
    if (Atomics.sub(this.#cells, COUNT, 1) === 1) Atomics.notify(this.#cells, COUNT);
  }

  /**
   * Blocks this thread while requests are in work, a second at most: a search shall end some day.
   *
   * @returns how many candidates to run then
   */
  giveWay(): number {
    const endMs = performance.now() + LONGEST_MS;
    for (let leftMs = LONGEST_MS; leftMs > 0; leftMs = endMs - performance.now()) {
      const count = Atomics.load(this.#cells, COUNT);
      if (count === 0) break;
      Atomics.wait(this.#cells, COUNT, count, leftMs);
    }
    return this.areComing ? BLOCK_BUSY : BLOCK;
  }
}

/** Returns milliseconds of a clock that all threads have, as 32 bits. */
function nowMs(): number {
  return Date.now() | 0;
}
