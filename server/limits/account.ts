// This module is browser compatible.

import { ApiError } from "../base/errors.ts";
import { type BudgetPolicy, UnitBudget } from "./unit_budget.ts";

/** Kinds of work whose requests in flight are limited. */
export const SLOT_KINDS = ["simulations", "evaluations"] as const;
export type SlotKind = typeof SLOT_KINDS[number];

/** The limits of a key. */
export interface LimitPolicy {
  readonly budget: BudgetPolicy;
  /** Requests of each kind that may be in flight. */
  readonly slots: Readonly<Record<SlotKind, number>>;
}

/** The unused part of a key's limits at an instant. */
export interface RemainingLimits {
  readonly units: number;
  /** Milliseconds until the budget is full again; null: it is full. */
  readonly fullInMs: number | null;
  readonly slots: Readonly<Record<SlotKind, number>>;
}

/** Shortest `Retry-After` for a busy slot; most runs end sooner. */
const SLOT_RETRY_AFTER_MS_MIN = 1000;

/** Work that costs more than its key may spend. */
export interface OverBudget {
  readonly cost: number;
  readonly limit: number;
  /** Units left in this second. */
  readonly remaining?: number;
  /** null: no wait can help. */
  readonly retryAfterMs?: number | null;
}

/** Returns the error of work over its budget. */
export function overBudget(
  { cost, limit, remaining = limit, retryAfterMs = null }: OverBudget,
): ApiError {
  const detail = retryAfterMs === null
    ? `it costs ${cost} compute units, no request may cost more than ${limit}`
    : `it costs ${cost} compute units, ${remaining} of ${limit} are left in this second`;
  return new ApiError("COMPUTE_BUDGET_EXCEEDED", `Cannot run the request: ${detail}`, {
    members: { policy: "compute", limit, cost, remaining },
    ...(retryAfterMs !== null && { retryAfterMs }),
  });
}

/** The used part of one key's limits. A rejected request changes nothing. */
export class Account {
  #policy: LimitPolicy;
  readonly #budget: UnitBudget;
  /** When each slot in use was taken. */
  readonly #takenAtMs: Record<SlotKind, number[]> = { simulations: [], evaluations: [] };

  constructor(policy: LimitPolicy) {
    this.#policy = policy;
    this.#budget = new UnitBudget(policy.budget);
  }

  /** The limits of the key. */
  get policy(): LimitPolicy {
    return this.#policy;
  }

  /** Replaces the limits; charges and slots stay. */
  setPolicy(policy: LimitPolicy): void {
    this.#policy = policy;
    this.#budget.setPolicy(policy.budget);
  }

  /**
   * Charges compute units.
   *
   * @throws {ApiError} COMPUTE_BUDGET_EXCEEDED; without `Retry-After` when no wait can help
   */
  charge(nowMs: number, units: number): void {
    const decision = this.#budget.charge(nowMs, units);
    if (decision.allowed) return;
    throw overBudget({ ...decision, cost: units, limit: this.#policy.budget.units });
  }

  /** Charges the further cost of work that is done, which nothing can refuse. */
  bill(nowMs: number, units: number): void {
    this.#budget.bill(nowMs, units);
  }

  /**
   * Takes a slot. The end of a run cannot be predicted, so a rejected caller must wait as long as
   * the newest slot has been taken; with every retry that time doubles.
   *
   * @returns a function that releases the slot; calling it again does nothing
   * @throws {ApiError} CONCURRENCY_LIMIT_EXCEEDED
   */
  takeSlot(kind: SlotKind, nowMs: number): () => void {
    const limit = this.#policy.slots[kind];
    const taken = this.#takenAtMs[kind];
    if (taken.length >= limit) {
      const heldMs = Math.ceil(nowMs - Math.max(...taken));
      throw new ApiError(
        "CONCURRENCY_LIMIT_EXCEEDED",
        `Cannot take the request: ${limit} ${kind} of this key are in flight, which is the maximum`,
        {
          members: { policy: kind, limit, remaining: 0 },
          retryAfterMs: Math.max(SLOT_RETRY_AFTER_MS_MIN, heldMs),
        },
      );
    }
    taken.push(nowMs);
    let isTaken = true;
    return () => {
      if (isTaken) taken.splice(taken.indexOf(nowMs), 1);
      isTaken = false;
    };
  }

  /** Returns the unused part of the limits. */
  remaining(nowMs: number): RemainingLimits {
    const left = (kind: SlotKind): number =>
      Math.max(0, this.#policy.slots[kind] - this.#takenAtMs[kind].length);
    return {
      units: this.#budget.remaining(nowMs),
      fullInMs: this.#budget.fullInMs(nowMs),
      slots: { simulations: left("simulations"), evaluations: left("evaluations") },
    };
  }

  /** Returns whether nothing is held or charged, so the account can be forgotten. */
  isUnused(nowMs: number): boolean {
    return SLOT_KINDS.every((kind) => this.#takenAtMs[kind].length === 0) &&
      this.#budget.remaining(nowMs) === this.#policy.budget.units;
  }
}
