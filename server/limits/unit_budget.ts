// This module is browser compatible.

/** The most that may be charged: `units` in any window of `windowMs` milliseconds. */
export interface BudgetPolicy {
  readonly units: number;
  readonly windowMs: number;
}

/** The result of a charge. A rejected charge is data, not an error. */
export type BudgetDecision =
  | { readonly allowed: true }
  | {
    readonly allowed: false;
    readonly remaining: number;
    /** Whole milliseconds until the same charge fits; null: it never fits. */
    readonly retryAfterMs: number | null;
  };

/** The units charged in one millisecond. */
interface Charge {
  readonly millisecond: number;
  /** When the units leave the window, by the last charge of the millisecond. */
  leavesAtMs: number;
  units: number;
}

const ALLOWED: BudgetDecision = { allowed: true };

/**
 * A rolling log of charges, which is exact: a token bucket would admit nearly twice the units in the
 * first window. A charge at `t` counts in `[t, t + windowMs)`. The log has at most one entry per
 * millisecond, and every operation takes amortised constant time. Waits are whole milliseconds, long
 * enough under any rounding of the clock.
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
  #policy: BudgetPolicy;
  /** Oldest first; entries before `#first` have left the window. */
  #charges: Charge[] = [];
  #first = 0;
  #charged = 0;

  constructor(policy: BudgetPolicy) {
    this.#policy = policy;
  }

  /**
   * Charges units, or returns why they do not fit; then nothing changes.
   *
   * @param nowMs milliseconds of a clock that never goes back
   * @param units cost of the request, at least 1
   */
  charge(nowMs: number, units: number): BudgetDecision {
    const remaining = this.remaining(nowMs);
    if (units > remaining) {
      return { allowed: false, remaining, retryAfterMs: this.waitFor(nowMs, units) };
    }
    this.bill(nowMs, units);
    return ALLOWED;
  }

  /** Charges units of work that is done, also more than are left: further charges wait for the rest. */
  bill(nowMs: number, units: number): void {
    this.#forget(nowMs);
    const millisecond = Math.floor(nowMs);
    const leavesAtMs = nowMs + this.#policy.windowMs;
    const last = this.#charges[this.#charges.length - 1];
    if (last?.millisecond === millisecond && this.#charges.length > this.#first) {
      last.units += units;
      last.leavesAtMs = leavesAtMs;
    } else this.#charges.push({ millisecond, leavesAtMs, units });
    this.#charged += units;
  }

  /** Replaces the units; charges stay. The window must stay the same. */
  setPolicy(policy: BudgetPolicy): void {
    this.#policy = policy;
  }

  /** Returns the units that can be charged now. */
  remaining(nowMs: number): number {
    return Math.max(0, this.#free(nowMs));
  }

  /** Returns the milliseconds until all units can be charged; null when they can be charged now. */
  fullInMs(nowMs: number): number | null {
    this.#forget(nowMs);
    const newest = this.#charges.at(-1);
    return this.#charged === 0 || newest === undefined ? null : msUntil(nowMs, newest.leavesAtMs);
  }

  /** Returns the whole milliseconds until units can be charged: 0 for now, null for never. */
  waitFor(nowMs: number, units: number): number | null {
    let missing = units - this.#free(nowMs);
    if (missing <= 0) return 0;
    for (const { leavesAtMs, units: freed } of this.#charges.slice(this.#first)) {
      missing -= freed;
      if (missing <= 0) return msUntil(nowMs, leavesAtMs);
    }
    return null;
  }

  /** Negative after a bill, or after the policy was lowered below what is charged. */
  #free(nowMs: number): number {
    this.#forget(nowMs);
    return this.#policy.units - this.#charged;
  }

  /** Removes the charges that have left the window. */
  #forget(nowMs: number): void {
    for (; this.#first < this.#charges.length; this.#first++) {
      const { leavesAtMs = Infinity, units = 0 } = this.#charges[this.#first] ?? {};
      if (leavesAtMs > nowMs) break;
      this.#charged -= units;
    }
    // At least half of the list is removed at a time, so the copies cost constant time per charge.
    if (this.#first > this.#charges.length / 2) {
      this.#charges = this.#charges.slice(this.#first);
      this.#first = 0;
    }
  }
}

/** Returns the fewest whole milliseconds whose rounded sum with now reaches an instant. */
function msUntil(nowMs: number, atMs: number): number {
  let wait = Math.ceil(atMs - nowMs) - 1;
  while (nowMs + wait < atMs) wait++;
  return wait;
}
