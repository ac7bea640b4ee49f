// This module is browser compatible.

/** Keeps what is under way. */
export class InFlight {
  readonly #works = new Set<Promise<unknown>>();

  /** How much is under way. */
  get count(): number {
    return this.#works.size;
  }

  /** Counts a piece of work until it is done, however it ends. */
  track<T>(work: T | Promise<T>): Promise<T> {
    const tracked = Promise.resolve(work).finally(() => this.#works.delete(tracked));
    this.#works.add(tracked);
    return tracked;
  }

  /** Resolves when all is done that is under way now; what begins later is not waited for. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#works);
  }
}
