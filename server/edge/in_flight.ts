// This module is browser compatible.

/** Counts what is under way. */
export class InFlight {
  #count = 0;
  readonly #waiting: (() => void)[] = [];

  /** Counts a piece of work until it is done, however it ends. */
  track<T>(work: T | Promise<T>): Promise<T> {
    this.#count++;
    return Promise.resolve(work).finally(() => {
      this.#count--;
      if (this.#count === 0) this.#waiting.splice(0).forEach((resolve) => resolve());
    });
  }

  /** Resolves as soon as nothing is under way. */
  idle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }
}
