// This module is browser compatible.

import type { LimitPolicy } from "./account.ts";

/** The limits of one key; null: the limit of the service. */
export interface KeyLimits {
  /** Compute units per second. */
  readonly unitsPerSecond: number | null;
  readonly simulationsInFlight: number | null;
  readonly evaluationsInFlight: number | null;
  /** Compute units of searches a day. */
  readonly searchUnitsPerDay: number | null;
  readonly searchesAtOnce: number | null;
}

/** A key without limits of its own. */
export const SERVICE_LIMITS: KeyLimits = {
  unitsPerSecond: null,
  simulationsInFlight: null,
  evaluationsInFlight: null,
  searchUnitsPerDay: null,
  searchesAtOnce: null,
};

/**
 * Returns the limits of a key; a limit that the key does not set is that of the service.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const service = { budget: { units: 50, windowMs: 1000 }, slots: { simulations: 2, evaluations: 4 } };
 * const policy = keyPolicy(service, { ...SERVICE_LIMITS, unitsPerSecond: 200 });
 * assertEquals(policy, { ...service, budget: { units: 200, windowMs: 1000 } });
 * ```
 */
export function keyPolicy({ budget, slots }: LimitPolicy, limits: KeyLimits): LimitPolicy {
  // The window is a second, so units per second are the units of a window.
  return {
    budget: { units: limits.unitsPerSecond ?? budget.units, windowMs: budget.windowMs },
    slots: {
      simulations: limits.simulationsInFlight ?? slots.simulations,
      evaluations: limits.evaluationsInFlight ?? slots.evaluations,
    },
  };
}
