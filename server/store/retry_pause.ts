// This module is browser compatible.

/** How often pending changes are written. */
export const WRITE_EVERY_MS = 1_000;
const PAUSE_MS_MAX = 16_000;

/** The pause after a failed write. It doubles with every failure, up to 16 seconds. */
export class RetryPause {
  #pauseMs = WRITE_EVERY_MS;
  #notBeforeMs = 0;

  /** Whether the next attempt is due. */
  isOver(nowMs: number): boolean {
    return nowMs >= this.#notBeforeMs;
  }

  /** Begins a pause after a failure; returns its length. */
  begin(nowMs: number): number {
    const pauseMs = this.#pauseMs;
    this.#notBeforeMs = nowMs + pauseMs;
    this.#pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX);
    return pauseMs;
  }

  /** Ends the pause, so the next attempt is due at once. */
  end(): void {
    this.#notBeforeMs = 0;
  }

  /** Forgets past failures. */
  reset(): void {
    this.end();
    this.#pauseMs = WRITE_EVERY_MS;
  }
}
