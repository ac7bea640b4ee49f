// This module is browser compatible.

import type { LimitPolicy, RemainingLimits } from "./account.ts";

/**
 * Returns the value of `RateLimit-Policy`, the limits of a key, for every authenticated response
 * (draft-ietf-httpapi-ratelimit-headers-10). Compute units are not a registered quota unit, so the
 * policy names them in its own parameter.
 */
export function policyField({ budget, slots }: LimitPolicy): string {
  const windowSeconds = Math.ceil(budget.windowMs / 1000);
  return `"compute";q=${budget.units};w=${windowSeconds};arena-unit="compute-units", ` +
    `"simulations";q=${slots.simulations};qu="concurrent-requests", ` +
    `"evaluations";q=${slots.evaluations};qu="concurrent-requests"`;
}

/** Returns the value of `RateLimit`, the unused part of the limits. */
export function remainingField({ units, fullInMs, slots }: RemainingLimits): string {
  const wait = fullInMs === null ? "" : `;t=${Math.ceil(fullInMs / 1000)}`;
  return `"compute";r=${units}${wait}, "simulations";r=${slots.simulations}, ` +
    `"evaluations";r=${slots.evaluations}`;
}
