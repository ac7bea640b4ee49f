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

/** Timers from this delay on are cleared with their last callback: they would keep a process that is done. */
const LONG_MS = 60_000;

/** Callbacks of one delay: they expire in the order in which they were added. */
class TimerQueue {
  readonly #pending = new Set<{ readonly atMs: number; readonly callback: () => void }>();
  readonly #isLong: boolean;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(delayMs: number) {
    this.#isLong = delayMs >= LONG_MS;
  }

  add(delayMs: number, callback: () => void): () => void {
    const pending = { atMs: performance.now() + delayMs, callback };
    this.#pending.add(pending);
    this.#arm(delayMs);
    return () => {
      this.#pending.delete(pending);
      if (this.#isLong && this.#pending.size === 0) this.#disarm();
    };
  }

  #arm(delayMs: number): void {
    this.#timer ??= setTimeout(() => this.#expire(), delayMs);
  }

  #disarm(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #expire(): void {
    this.#timer = null;
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
    const line = lines.get(delayMs) ?? new TimerQueue(delayMs);
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
