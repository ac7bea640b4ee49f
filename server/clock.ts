// This module is browser compatible.

/** Time as a dependency, so that tests move it by hand. */
export interface Clock {
  /** Returns milliseconds of a clock that never goes back; its zero means nothing. */
  nowMs(): number;
  /** Returns milliseconds since 1970, UTC. */
  epochMs(): number;
  /** Calls back once after a delay; returns what cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}

interface Pending {
  readonly atMs: number;
  readonly callback: () => void;
}

/** Callbacks that wait equally long, so that the first to come is the first to go. */
class WaitingLine {
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

const lines = new Map<number, WaitingLine>();

/**
 * The clock of this machine. Nearly all that waits is cancelled, many thousand times a second, so
 * one timer of the runtime stands for all callbacks of one delay.
 */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
  after(delayMs, callback): () => void {
    const line = lines.get(delayMs) ?? new WaitingLine();
    lines.set(delayMs, line);
    return line.add(delayMs, callback);
  },
};

/**
 * Returns what a promise gives, or fails with `expired()` when it takes longer than the delay. The
 * promise itself runs on; what it does after that is ignored.
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
