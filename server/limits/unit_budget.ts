// This module is browser compatible.

/** How much may be charged: `units` in any window of `windowMs` milliseconds. */
export interface BudgetPolicy {
  readonly units: number;
  readonly windowMs: number;
}

/** What came of a charge. Refusing is an answer, not an error. */
export type BudgetDecision =
  | { readonly allowed: true }
  | {
    readonly allowed: false;
    readonly remaining: number;
    /** Whole milliseconds until the same charge fits; null: it never does. */
    readonly retryAfterMs: number | null;
  };

/** What was charged in one millisecond. */
interface Charge {
  /** Whole milliseconds, rounded up; the present is rounded down, so no part of one is lost. */
  readonly atMs: number;
  units: number;
}

const ALLOWED: BudgetDecision = { allowed: true };

/**
 * A rolling log of what was charged, which is exact: a bucket that refills would let nearly twice
 * the units through in the first window. A charge at `t` counts in `[t, t + windowMs)`. The log has
 * one entry per millisecond at most, and every step takes the same time on average, however many
 * there are.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const budget = new UnitBudget({ units: 50, windowMs: 1000 });
 * assertEquals(budget.charge(0, 40), { allowed: true });
 * assertEquals(budget.charge(300, 20), { allowed: false, remaining: 10, retryAfterMs: 700 });
 * ```
 */
export class UnitBudget {
  readonly #policy: BudgetPolicy;
  /** Oldest first; those before `#first` have left the window. */
  #charges: Charge[] = [];
  #first = 0;
  #charged = 0;

  constructor(policy: BudgetPolicy) {
    this.#policy = policy;
  }

  /**
   * Charges units, or says why not; a refusal changes nothing.
   *
   * @param nowMs milliseconds of a clock that never goes back
   * @param units cost of the request, at least 1
   */
  charge(nowMs: number, units: number): BudgetDecision {
    const remaining = this.remaining(nowMs);
    if (units > remaining) {
      return { allowed: false, remaining, retryAfterMs: this.#waitFor(nowMs, units - remaining) };
    }
    const atMs = Math.ceil(nowMs);
    const last = this.#charges.at(-1);
    if (last?.atMs === atMs && this.#charges.length > this.#first) last.units += units;
    else this.#charges.push({ atMs, units });
    this.#charged += units;
    return ALLOWED;
  }

  /** Returns the units that can be charged now. */
  remaining(nowMs: number): number {
    this.#forget(nowMs);
    return this.#policy.units - this.#charged;
  }

  /** Returns the milliseconds until there is more to charge; null when all is there. */
  moreInMs(nowMs: number): number | null {
    this.#forget(nowMs);
    const oldest = this.#charges[this.#first];
    return oldest === undefined ? null : oldest.atMs + this.#policy.windowMs - Math.floor(nowMs);
  }

  /** Forgets what has left the window. */
  #forget(nowMs: number): void {
    const sinceMs = Math.floor(nowMs) - this.#policy.windowMs;
    for (; this.#first < this.#charges.length; this.#first++) {
      const { atMs = Infinity, units = 0 } = this.#charges[this.#first] ?? {};
      if (atMs > sinceMs) break;
      this.#charged -= units;
    }
    // Half of the list at least is thrown away, so this costs nothing in the long run.
    if (this.#first > this.#charges.length / 2) {
      this.#charges = this.#charges.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Returns when as many units as are missing will have left the window. */
  #waitFor(nowMs: number, missing: number): number | null {
    let freed = 0;
    for (const { atMs, units } of this.#charges.slice(this.#first)) {
      freed += units;
      if (freed >= missing) return atMs + this.#policy.windowMs - Math.floor(nowMs);
    }
    return null;
  }
}
