// This module is browser compatible.

import type { LimitPolicy, Standing } from "./account.ts";

/** The fields of draft-ietf-httpapi-ratelimit-headers-10 that every authenticated answer carries. */
export interface LimitFields {
  /** Value of `RateLimit-Policy`: what may be used. */
  readonly policy: string;
  /** Returns the value of `RateLimit`: what is left. */
  current(standing: Standing): string;
}

/**
 * Returns the writer of the limit fields. Compute units are no registered quota unit, so the policy
 * names them in a parameter of ours.
 */
export function limitFields({ budget, slots }: LimitPolicy): LimitFields {
  const windowSeconds = Math.ceil(budget.windowMs / 1000);
  return {
    policy: `"compute";q=${budget.units};w=${windowSeconds};arena-unit="compute-units", ` +
      `"simulations";q=${slots.simulations};qu="concurrent-requests", ` +
      `"evaluations";q=${slots.evaluations};qu="concurrent-requests"`,
    current({ units, allUnitsInMs, slots }): string {
      const wait = allUnitsInMs === null ? "" : `;t=${Math.ceil(allUnitsInMs / 1000)}`;
      return `"compute";r=${units}${wait}, "simulations";r=${slots.simulations}, ` +
        `"evaluations";r=${slots.evaluations}`;
    },
  };
}
