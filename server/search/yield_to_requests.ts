// This module is browser compatible.

/** The longest time that a search waits for requests before its next block. */
const LONGEST_MS = 100;
/** Longest wait of a search, in multiples of the time it ran: it keeps a quarter of the time. */
const WAITS_PER_RUN = 3;
/** Time after a request in which others are expected. */
const BUSY_MS = 500;
/** Candidates of a block: some milliseconds in which a worker does not check for requests. */
const BLOCK = 4_096;
const BLOCK_BUSY = 256;

/** Indices in the shared memory. */
const COUNT = 0;
const LAST = 1;

/** A page that is not isolated cannot share memory; it has no requests to yield to. */
export type SharedMemory = SharedArrayBuffer | ArrayBuffer;

/** Returns memory of two cells for all threads; for this thread alone where none can be shared. */
function newMemory(): SharedMemory {
  const length = 2 * Int32Array.BYTES_PER_ELEMENT;
  return globalThis.SharedArrayBuffer === undefined
    ? new ArrayBuffer(length)
    : new SharedArrayBuffer(length);
}

/** How a thread waits. */
export interface WaitOptions {
  nowMs?(): number;
  /** Blocks the thread until a cell changes from a value, or for a time. */
  wait?(cells: Int32Array, cell: number, value: number, forMs: number): unknown;
}

/**
 * Counts the requests that an engine runs, in memory that all threads share. The thread that runs
 * requests counts them; threads that search wait between two blocks while there are any, so that a
 * request has its cores.
 */
export class Requests {
  readonly #cells: Int32Array<SharedMemory>;
  readonly #nowMs: () => number;
  readonly #wait: NonNullable<WaitOptions["wait"]>;
  /** When this thread went on with its search. */
  #resumedMs: number;

  constructor(
    memory: SharedMemory = newMemory(),
    { nowMs = () => performance.now(), wait = Atomics.wait }: WaitOptions = {},
  ) {
    this.#cells = new Int32Array(memory);
    this.#nowMs = nowMs;
    this.#wait = wait;
    this.#resumedMs = nowMs();
  }

  /** The memory, for the `Requests` of another thread. */
  get memory(): SharedMemory {
    return this.#cells.buffer;
  }

  /** Requests in flight. */
  get count(): number {
    return Atomics.load(this.#cells, COUNT);
  }

  /** Whether a request came in the last half second. */
  get areComing(): boolean {
    const last = Atomics.load(this.#cells, LAST);
    return last !== 0 && ((sharedNowMs() - last) | 0) < BUSY_MS;
  }

  begin(): void {
    Atomics.add(this.#cells, COUNT, 1);
    Atomics.store(this.#cells, LAST, sharedNowMs() || 1);
  }

  end(): void {
    if (Atomics.sub(this.#cells, COUNT, 1) === 1) Atomics.notify(this.#cells, COUNT);
  }

  /**
   * Blocks this thread while requests are in flight, for at most three times as long as it ran since
   * the last time: however many requests come, a quarter of the time is the search's.
   *
   * @returns how many candidates the next block may have
   */
  yieldTo(): number {
    const startMs = this.#nowMs();
    const endMs = startMs + Math.min(LONGEST_MS, WAITS_PER_RUN * (startMs - this.#resumedMs));
    for (let nowMs = startMs; nowMs < endMs; nowMs = this.#nowMs()) {
      const { count } = this;
      if (count === 0) break;
      this.#wait(this.#cells, COUNT, count, endMs - nowMs);
    }
    this.#resumedMs = this.#nowMs();
    return this.areComing ? BLOCK_BUSY : BLOCK;
  }
}

/** Returns milliseconds of a clock that all threads share, as 32 bits. */
function sharedNowMs(): number {
  return Date.now() | 0;
}
