// This module is browser compatible.

/** Time as a dependency, so that tests can control it. */
export interface Clock {
  /** Returns milliseconds of a monotonic clock with an arbitrary zero. */
  nowMs(): number;
  /** Returns milliseconds since 1970, UTC. */
  epochMs(): number;
  /** Calls back once after a delay; returns a function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

interface Pending {
  readonly atMs: number;
  readonly callback: () => void;
}

/** Callbacks of one delay: they expire in the order in which they were added. */
class TimerQueue {
  readonly #pending = new Set<Pending>();
  #isArmed = false;

  add(delayMs: number, callback: () => void): () => void {
    const pending = { atMs: performance.now() + delayMs, callback };
    this.#pending.add(pending);
    this.#arm(delayMs);
    return () => this.#pending.delete(pending);
  }

  #arm(delayMs: number): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    setTimeout(() => this.#expire(), delayMs);
  }

  #expire(): void {
    this.#isArmed = false;
    for (const pending of this.#pending) {
      const leftMs = pending.atMs - performance.now();
      if (leftMs > 0) return this.#arm(leftMs);
      this.#pending.delete(pending);
      pending.callback();
    }
  }
}

const lines = new Map<number, TimerQueue>();

/**
 * The clock of this machine. Most callbacks are cancelled, many thousand times a second, so all
 * callbacks of one delay share one timer of the runtime.
 */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
  after(delayMs, callback): () => void {
    const line = lines.get(delayMs) ?? new TimerQueue();
    lines.set(delayMs, line);
    return line.add(delayMs, callback);
  },
};

/**
 * Settles like a promise, or rejects with `expired()` when that takes longer than the delay. The work
 * itself runs on; its result is ignored then.
 */
export function withDeadline<T>(
  clock: Clock,
  delayMs: number,
  work: Promise<T>,
  expired: () => Error,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const cancel = clock.after(delayMs, () => reject(expired()));
    work.then((value) => {
      cancel();
      resolve(value);
    }, (error) => {
      cancel();
      reject(error);
    });
  });
}
