// This module is browser compatible.

import { ApiError } from "../errors.ts";
import { type BudgetPolicy, UnitBudget } from "./unit_budget.ts";

/** Work of which only so much may be in flight. */
export const SLOT_KINDS = ["simulations", "evaluations"] as const;
export type SlotKind = typeof SLOT_KINDS[number];

/** The limits of a key. */
export interface LimitPolicy {
  readonly budget: BudgetPolicy;
  /** How many requests of a kind may be in flight. */
  readonly slots: Readonly<Record<SlotKind, number>>;
}

/** What is left of the limits at an instant. */
export interface Standing {
  readonly units: number;
  /** Milliseconds until all units are there; null: they are. */
  readonly allUnitsInMs: number | null;
  readonly slots: Readonly<Record<SlotKind, number>>;
}

/** A slot frees itself sooner than this nearly always. */
const SLOT_RETRY_AFTER_MS_MIN = 1000;

/** What one key has used. A refusal changes nothing. */
export class Account {
  #policy: LimitPolicy;
  readonly #budget: UnitBudget;
  /** When each slot in use was taken. */
  readonly #takenAtMs: Record<SlotKind, number[]> = { simulations: [], evaluations: [] };

  constructor(policy: LimitPolicy) {
    this.#policy = policy;
    this.#budget = new UnitBudget(policy.budget);
  }

  /** What the key is held to. */
  get policy(): LimitPolicy {
    return this.#policy;
  }

  /** Holds the key to other limits from now on; what it has used stays used. */
  adopt(policy: LimitPolicy): void {
    this.#policy = policy;
    this.#budget.adopt(policy.budget);
  }

  /**
   * Charges compute units.
   *
   * @throws {ApiError} COMPUTE_BUDGET_EXCEEDED; without `Retry-After` when no wait can help
   */
  charge(nowMs: number, units: number): void {
    const decision = this.#budget.charge(nowMs, units);
    if (decision.allowed) return;
    const { remaining, retryAfterMs } = decision;
    const limit = this.#policy.budget.units;
    const detail = retryAfterMs === null
      ? `it costs ${units} compute units, no request may cost more than ${limit}`
      : `it costs ${units} compute units, ${remaining} of ${limit} are left in this second`;
    throw new ApiError("COMPUTE_BUDGET_EXCEEDED", `Cannot run the request: ${detail}`, {
      members: { policy: "compute", limit, cost: units, remaining },
      ...(retryAfterMs !== null && { retryAfterMs }),
    });
  }

  /**
   * Takes a slot. Nobody knows when a run is done or a body is there: whoever is refused is told to
   * wait as long as the slot that was taken last has been held, which doubles from try to try.
   *
   * @returns what gives it back; calling it again does nothing
   * @throws {ApiError} CONCURRENCY_LIMIT_EXCEEDED
   */
  takeSlot(kind: SlotKind, nowMs: number): () => void {
    const limit = this.#policy.slots[kind];
    const taken = this.#takenAtMs[kind];
    if (taken.length >= limit) {
      const heldMs = Math.ceil(nowMs - Math.max(...taken));
      throw new ApiError(
        "CONCURRENCY_LIMIT_EXCEEDED",
        `Cannot take the request: ${limit} ${kind} of this key are in flight, no more may be`,
        {
          members: { policy: kind, limit, remaining: 0 },
          retryAfterMs: Math.max(SLOT_RETRY_AFTER_MS_MIN, heldMs),
        },
      );
    }
    taken.push(nowMs);
    let isHeld = true;
    return () => {
      if (isHeld) taken.splice(taken.indexOf(nowMs), 1);
      isHeld = false;
    };
  }

  /** Returns what is left. */
  standing(nowMs: number): Standing {
    const left = (kind: SlotKind): number =>
      Math.max(0, this.#policy.slots[kind] - this.#takenAtMs[kind].length);
    return {
      units: this.#budget.remaining(nowMs),
      allUnitsInMs: this.#budget.allInMs(nowMs),
      slots: { simulations: left("simulations"), evaluations: left("evaluations") },
    };
  }

  /** Says whether a new account would be the same. */
  isIdle(nowMs: number): boolean {
    return SLOT_KINDS.every((kind) => this.#takenAtMs[kind].length === 0) &&
      this.#budget.remaining(nowMs) === this.#policy.budget.units;
  }
}
