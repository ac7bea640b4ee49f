import type { Clock } from "../base/clock.ts";

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #nowMs = 0;
  readonly #epochMs: number;
  readonly #timers = new Set<{ readonly atMs: number; readonly callback: () => void }>();

  /** @param epochMs milliseconds since 1970 at the beginning */
  constructor(epochMs = Date.UTC(2026, 5, 1)) {
    this.#epochMs = epochMs;
  }

  nowMs(): number {
    return this.#nowMs;
  }

  epochMs(): number {
    return this.#epochMs + this.#nowMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves on and runs the callbacks that are due, in the order of time. */
  advance(byMs: number): void {
    const endMs = this.#nowMs + byMs;
    for (;;) {
      const [next] = [...this.#timers].filter(({ atMs }) => atMs <= endMs)
        .sort((a, b) => a.atMs - b.atMs);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#nowMs = next.atMs;
      next.callback();
    }
    this.#nowMs = endMs;
  }

  /** How many callbacks wait. */
  get pendingCount(): number {
    return this.#timers.size;
  }
}
