// This module is browser compatible.

import type { Clock } from "../base/clock.ts";

/**
 * A share of a thread's time for one kind of work. Unused time is saved, up to a burst; the work may
 * begin while any time is left.
 */
export class TimeShare {
  readonly #clock: Pick<Clock, "nowMs">;
  readonly #share: number;
  readonly #burstMs: number;
  /** Milliseconds left at `#atMs`; negative after work that took longer. */
  #leftMs: number;
  #atMs: number;

  /**
   * @param share of the time, under 1
   * @param burstMs milliseconds that can be saved
   */
  constructor(clock: Pick<Clock, "nowMs">, share: number, burstMs: number) {
    this.#clock = clock;
    this.#share = share;
    this.#burstMs = burstMs;
    this.#leftMs = burstMs;
    this.#atMs = clock.nowMs();
  }

  /** Whether work may begin. */
  get isFree(): boolean {
    this.#save();
    return this.#leftMs > 0;
  }

  /**
   * Subtracts the time that work took. The debt is at most one burst: short work that took longer was
   * waiting for a core.
   */
  spend(ms: number): void {
    this.#leftMs = Math.max(-this.#burstMs, this.#leftMs - ms);
  }

  #save(): void {
    const nowMs = this.#clock.nowMs();
    const saved = this.#leftMs + (nowMs - this.#atMs) * this.#share;
    this.#leftMs = Math.min(this.#burstMs, saved);
    this.#atMs = nowMs;
  }
}
