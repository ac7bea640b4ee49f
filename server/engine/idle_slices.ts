// This module is browser compatible.

import type { Clock } from "../base/clock.ts";

/** Idle time before a slice begins. */
const IDLE_MS = 50;

/**
 * Work that can wait, done in slices by an idle thread. A slice cannot be interrupted: a job that
 * arrives during one waits until it ends.
 */
export class IdleSlices {
  readonly #clock: Pick<Clock, "after">;
  readonly #isAwaited: () => boolean;
  #slices: readonly (() => void)[] = [];
  #cancel: () => void = () => {};

  /** @param isAwaited whether a message to this thread was sent and has not arrived */
  constructor(clock: Pick<Clock, "after">, isAwaited: () => boolean) {
    this.#clock = clock;
    this.#isAwaited = isAwaited;
  }

  /** Replaces the slices. */
  set(slices: readonly (() => void)[]): void {
    this.#slices = slices;
    this.restart();
  }

  /** Waits from now on again: the thread has just done other work. */
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
