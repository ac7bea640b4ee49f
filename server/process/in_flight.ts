// This module is browser compatible.

/** Tracks work in flight. */
export class InFlight {
  readonly #works = new Set<Promise<unknown>>();

  /** The number of works in flight. */
  get count(): number {
    return this.#works.size;
  }

  /** Tracks a work until it settles. */
  track<T>(work: T | Promise<T>): Promise<T> {
    const tracked = Promise.resolve(work).finally(() => this.#works.delete(tracked));
    this.#works.add(tracked);
    return tracked;
  }

  /** Resolves when all current works have settled, without waiting for later ones. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#works);
  }
}
