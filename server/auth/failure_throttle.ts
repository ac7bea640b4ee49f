// This module is browser compatible.

/** How many failed authentications an address may make. */
export interface FailurePolicy {
  readonly failuresMax: number;
  readonly windowMs: number;
  /** How many addresses are remembered; beyond it the one that failed longest ago is forgotten. */
  readonly addressesMax: number;
}

/**
 * Counts failed authentications per address in a rolling window. Only failures pass through here,
 * so a valid key from the same address is never slowed down.
 */
export class FailureThrottle {
  readonly #policy: FailurePolicy;
  /** Times of the failures by address; the address that failed last stands last. */
  readonly #failures = new Map<string, readonly number[]>();

  constructor(policy: FailurePolicy) {
    this.#policy = policy;
  }

  /**
   * Notes a failure. Times are rounded to whole milliseconds, to the safe side.
   *
   * @returns null when it counts as an ordinary one, else the whole milliseconds until the next may
   *   be made; a failure that is refused is not counted
   */
  fail(address: string, nowMs: number): number | null {
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
