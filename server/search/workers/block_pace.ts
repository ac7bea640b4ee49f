// This module is browser compatible.

/** Candidates of the first block, and of the largest one. */
const FIRST = 8;
const MOST = 4_096;
/** A block that took longer is followed by a smaller one, one of less than half of it by a larger one. */
const LONG_MS = 32;

/**
 * Sizes blocks of candidates so that each takes some milliseconds, however heavy the candidates are:
 * between two blocks a worker yields to requests and notices that its search was stopped.
 */
export class BlockPace {
  readonly #nowMs: () => number;
  #count = FIRST;
  #startMs = 0;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Starts a block; returns the most candidates that it may have. */
  begin(): number {
    this.#startMs = this.#nowMs();
    return this.#count;
  }

  /**
   * Ends the block, which decides the size of the next one.
   *
   * @param longMs how long a block may take: candidates of large blocks share more indicators
   */
  end(longMs = LONG_MS): void {
    const tookMs = this.#nowMs() - this.#startMs;
    if (tookMs < longMs / 2) this.#count = Math.min(MOST, 2 * this.#count);
    if (tookMs > longMs) this.#count = Math.max(1, Math.ceil(this.#count / 2));
  }
}
