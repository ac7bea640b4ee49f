// This module is browser compatible.

/** One charge of the log. */
interface Charge {
  /** Whole milliseconds, rounded up; the present is rounded down, so no part of one is lost. */
  readonly atMs: number;
  readonly units: number;
}

/** What was charged lately, oldest first. Every charge is at least one unit, so it stays short. */
export type BudgetLog = readonly Charge[];

/** How much may be charged: `units` in any window of `windowMs` milliseconds. */
export interface BudgetPolicy {
  readonly units: number;
  readonly windowMs: number;
}

/** What came of a charge. Refusing is an answer, not an error. */
export type BudgetDecision =
  | { readonly allowed: true; readonly log: BudgetLog }
  | {
    readonly allowed: false;
    readonly remaining: number;
    /** Whole milliseconds until the same charge fits; null: it never does. */
    readonly retryAfterMs: number | null;
  };

/** A log in which nothing was charged. */
export const EMPTY_LOG: BudgetLog = [];

/**
 * Decides on a charge against a rolling log, which is exact: a bucket that refills would let nearly
 * twice the units through in the first window. A charge at `t` counts in `[t, t + windowMs)`.
 *
 * @param log what was charged before; it is not changed, and a refusal adds nothing to it
 * @param nowMs milliseconds of a clock that never goes back
 * @param units cost of the request, at least 1
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const policy = { units: 50, windowMs: 1000 };
 * const first = charge(EMPTY_LOG, policy, 0, 40);
 * if (!first.allowed) throw new Error("40 of 50 fit");
 * const refused = { allowed: false, remaining: 10, retryAfterMs: 700 } as const;
 * assertEquals(charge(first.log, policy, 300, 20), refused);
 * ```
 */
export function charge(
  log: BudgetLog,
  policy: BudgetPolicy,
  nowMs: number,
  units: number,
): BudgetDecision {
  const current = within(log, policy, nowMs);
  const remaining = policy.units - sum(current);
  if (units <= remaining) {
    return { allowed: true, log: [...current, { atMs: Math.ceil(nowMs), units }] };
  }
  return { allowed: false, remaining, retryAfterMs: waitFor(current, policy, nowMs, units) };
}

/** Returns the units that can be charged now. */
export function remainingUnits(log: BudgetLog, policy: BudgetPolicy, nowMs: number): number {
  return policy.units - sum(within(log, policy, nowMs));
}

/** Returns the charges that still count. */
export function within(log: BudgetLog, policy: BudgetPolicy, nowMs: number): BudgetLog {
  const first = log.findIndex(({ atMs }) => Math.floor(nowMs) - atMs < policy.windowMs);
  if (first === 0) return log;
  return first === -1 ? EMPTY_LOG : log.slice(first);
}

function waitFor(
  log: BudgetLog,
  policy: BudgetPolicy,
  nowMs: number,
  units: number,
): number | null {
  let free = policy.units - sum(log);
  for (const { atMs, units: freed } of log) {
    free += freed;
    if (free >= units) return atMs + policy.windowMs - Math.floor(nowMs);
  }
  return null;
}

function sum(log: BudgetLog): number {
  return log.reduce((total, { units }) => total + units, 0);
}
