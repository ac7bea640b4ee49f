// This module is browser compatible.

/** Compute units of a read, an evaluation, or a request rejected for its content. */
export const BASE_COST = 1;

const COMPONENT_COST = 10;

/**
 * Returns the compute units of a simulation.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(simulationCost(3), 30);
 * ```
 */
export function simulationCost(componentCount: number): number {
  return COMPONENT_COST * componentCount;
}

/**
 * Returns the cost of a search for its key: compute units for the request, and candidates of the daily
 * quota for every candidate that runs, in all windows.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(searchCost(7_000), { units: 1, candidates: 7_000 });
 * ```
 */
export function searchCost(
  candidates: number,
): { readonly units: number; readonly candidates: number } {
  return { units: BASE_COST, candidates };
}

/** Returns the number of components that a budget of compute units can simulate. */
export function componentsWithin(units: number): number {
  return Math.floor(units / COMPONENT_COST);
}
