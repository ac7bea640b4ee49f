// This module is browser compatible.

/** The most that an address may use. */
export interface AddressPolicy {
  /** Units that a rested address has, and that come back evenly in `windowMs`. */
  readonly units: number;
  readonly windowMs: number;
  /** Addresses to remember; beyond this number the one charged longest ago is forgotten. */
  readonly addressesMax: number;
}

/**
 * Budgets of callers without a key, by address. Only one number is kept for each, because strangers
 * cost nothing: when its budget is full again.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const budgets = new AddressBudgets({ units: 60, windowMs: 60_000, addressesMax: 100 });
 * assertEquals(budgets.charge("192.0.2.7", 50, 0), null);
 * assertEquals(budgets.charge("192.0.2.7", 20, 0), 10_000);
 * assertEquals(budgets.charge("192.0.2.7", 20, 10_000), null);
 * ```
 */
export class AddressBudgets {
  readonly #policy: AddressPolicy;
  /** When each budget is full; the address charged last is last. */
  readonly #fullAtMs = new Map<string, number>();

  constructor(policy: AddressPolicy) {
    this.#policy = policy;
  }

  /** Units that a rested address has. */
  get units(): number {
    return this.#policy.units;
  }

  /**
   * Charges an address.
   *
   * @param units more than the whole budget counts as the whole budget
   * @returns null, or the whole milliseconds until the charge fits; then nothing is charged
   */
  charge(address: string, units: number, nowMs: number): number | null {
    const { units: most, windowMs, addressesMax } = this.#policy;
    const sinceMs = Math.max(nowMs, this.#fullAtMs.get(address) ?? nowMs);
    const fullAtMs = sinceMs + Math.min(units, most) * windowMs / most;
    const overMs = fullAtMs - nowMs - windowMs;
    // Sums of fractions of a millisecond are rounded.
    if (overMs > 1e-3) return Math.ceil(overMs);
    this.#fullAtMs.delete(address);
    this.#fullAtMs.set(address, fullAtMs);
    for (const oldest of this.#fullAtMs.keys()) {
      if (this.#fullAtMs.size <= addressesMax) break;
      this.#fullAtMs.delete(oldest);
    }
    return null;
  }
}
