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

/** The clock of this machine. */
export const systemClock: Clock = {
  nowMs: () => performance.now(),
  epochMs: () => Date.now(),
  after(delayMs, callback): () => void {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
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
    work.then(resolve, reject).finally(cancel);
  });
}
