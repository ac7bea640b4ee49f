// This module is browser compatible.

import type { Clock } from "../base/clock.ts";

/**
 * Work that may take a share of the time of a thread, and no more: what is not used is saved up to a
 * burst, and the thread is free for the work while anything is left.
 */
export class TimeShare {
  readonly #clock: Pick<Clock, "nowMs">;
  readonly #share: number;
  readonly #burstMs: number;
  /** Milliseconds left at `#atMs`; under 0 after a work that took more. */
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

  /** Whether the next work may begin. */
  get isFree(): boolean {
    this.#save();
    return this.#leftMs > 0;
  }

  /**
   * Takes off what a work took that began when the thread was free, at most as much as can be saved
   * beyond what is left: a short work that took longer was waiting for a core.
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
