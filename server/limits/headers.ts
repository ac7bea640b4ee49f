// This module is browser compatible.

import type { LimitPolicy, Standing } from "./account.ts";

/**
 * Returns the value of `RateLimit-Policy`, what a key may use, as every authenticated answer carries
 * it (draft-ietf-httpapi-ratelimit-headers-10). Compute units are no registered quota unit, so the
 * policy names them in a parameter of ours.
 */
export function policyField({ budget, slots }: LimitPolicy): string {
  const windowSeconds = Math.ceil(budget.windowMs / 1000);
  return `"compute";q=${budget.units};w=${windowSeconds};arena-unit="compute-units", ` +
    `"simulations";q=${slots.simulations};qu="concurrent-requests", ` +
    `"evaluations";q=${slots.evaluations};qu="concurrent-requests"`;
}

/** Returns the value of `RateLimit`: what is left. */
export function standingField({ units, allUnitsInMs, slots }: Standing): string {
  const wait = allUnitsInMs === null ? "" : `;t=${Math.ceil(allUnitsInMs / 1000)}`;
  return `"compute";r=${units}${wait}, "simulations";r=${slots.simulations}, ` +
    `"evaluations";r=${slots.evaluations}`;
}
