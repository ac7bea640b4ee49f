// This module is browser compatible.

import type { Clock } from "../base/clock.ts";

/** How long nothing must have come before a slice begins. */
const IDLE_MS = 50;

/**
 * Work that can wait, done in slices by a thread that has nothing else to do. A slice cannot be
 * interrupted, so what comes during one waits for its end, and for no other.
 */
export class IdleSlices {
  readonly #clock: Pick<Clock, "after">;
  readonly #isAwaited: () => boolean;
  #slices: readonly (() => void)[] = [];
  #cancel: () => void = () => {};

  /** @param isAwaited whether something has been sent to this thread and has not arrived */
  constructor(clock: Pick<Clock, "after">, isAwaited: () => boolean) {
    this.#clock = clock;
    this.#isAwaited = isAwaited;
  }

  /** Replaces what is to be done. */
  set(slices: readonly (() => void)[]): void {
    this.#slices = slices;
    this.restart();
  }

  /** Begins to wait anew: something else was done just now. */
  restart(): void {
    this.#cancel();
    if (this.#slices.length > 0) this.#cancel = this.#clock.after(IDLE_MS, () => this.#next());
  }

  #next(): void {
    const [slice, ...rest] = this.#slices;
    if (slice === undefined || this.#isAwaited()) return this.restart();
    this.#slices = rest;
    slice();
    this.restart();
  }
}
