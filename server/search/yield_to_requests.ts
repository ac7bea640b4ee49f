// This module is browser compatible.

/** The longest time that a search waits for requests before its next block. */
const LONGEST_MS = 1_000;
/** Time after a request in which others are expected. */
const BUSY_MS = 500;
/** Candidates of a block: some milliseconds in which a worker does not check for requests. */
const BLOCK = 1_024;
const BLOCK_BUSY = 256;

/** Indices in the shared memory. */
const COUNT = 0;
const LAST = 1;

/** A page that is not isolated cannot share memory; it has no requests to yield to. */
export type SharedMemory = SharedArrayBuffer | ArrayBuffer;

/** Returns memory of two cells for all threads; for this thread alone where none can be shared. */
export function newMemory(): SharedMemory {
  const length = 2 * Int32Array.BYTES_PER_ELEMENT;
  return globalThis.SharedArrayBuffer === undefined
    ? new ArrayBuffer(length)
    : new SharedArrayBuffer(length);
}

/**
 * Counts the requests in flight in memory that all threads share. The thread that runs requests counts
 * them; threads that search wait between two blocks while there are any, so that a request has its
 * cores.
 */
export class Requests {
  readonly #cells: Int32Array<SharedMemory>;

  constructor(memory: SharedMemory = newMemory()) {
    this.#cells = new Int32Array(memory);
  }

  /** The memory, for the `Requests` of another thread. */
  get memory(): SharedMemory {
    return this.#cells.buffer;
  }

  /** Whether a request came in the last half second. */
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
   * Blocks this thread while requests are in flight, for at most a second so that searches progress.
   *
   * @returns how many candidates the next block may have
   */
  yieldTo(): number {
    const endMs = performance.now() + LONGEST_MS;
    for (let leftMs = LONGEST_MS; leftMs > 0; leftMs = endMs - performance.now()) {
      const count = Atomics.load(this.#cells, COUNT);
      if (count === 0) break;
      Atomics.wait(this.#cells, COUNT, count, leftMs);
    }
    return this.areComing ? BLOCK_BUSY : BLOCK;
  }
}

/** Returns milliseconds of a clock that all threads share, as 32 bits. */
function nowMs(): number {
  return Date.now() | 0;
}
