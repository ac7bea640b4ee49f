// This module is browser compatible.

/** Limits on the failed authentications of an address. */
export interface FailurePolicy {
  readonly failuresMax: number;
  readonly windowMs: number;
  /** Addresses to remember; beyond this number the one that failed longest ago is forgotten. */
  readonly addressesMax: number;
}

/**
 * Counts failed authentications per address in a rolling window. Only failures are counted, so a
 * valid key from the same address is never slowed down.
 */
export class FailureThrottle {
  readonly #policy: FailurePolicy;
  /** Times of the failures by address; the address that failed last is last. */
  readonly #failures = new Map<string, readonly number[]>();

  constructor(policy: FailurePolicy) {
    this.#policy = policy;
  }

  /** Failures of an address in a window. */
  get failuresMax(): number {
    return this.#policy.failuresMax;
  }

  /**
   * Records a failure. Times are rounded up to whole milliseconds.
   *
   * @returns null within the limit, else the whole milliseconds until the next attempt is allowed; a
   *   failure over the limit is not counted
   */
  recordFailure(address: string, nowMs: number): number | null {
    const { failuresMax, windowMs, addressesMax } = this.#policy;
    const sinceMs = Math.floor(nowMs) - windowMs;
    const recent = (this.#failures.get(address) ?? []).filter((atMs) => atMs > sinceMs);
    const [oldestMs] = recent;
    if (oldestMs !== undefined && recent.length >= failuresMax) return oldestMs - sinceMs;
    this.#failures.delete(address);
    this.#failures.set(address, [...recent, Math.ceil(nowMs)]);
    for (const oldest of this.#failures.keys()) {
      if (this.#failures.size <= addressesMax) break;
      this.#failures.delete(oldest);
    }
    return null;
  }
}
