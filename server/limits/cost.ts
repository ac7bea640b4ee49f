// This module is browser compatible.

/** Compute units of a read, of an evaluation, and of a request that is rejected for its content. */
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

/** Returns the number of components that a budget of compute units can simulate. */
export function componentsWithin(units: number): number {
  return Math.floor(units / COMPONENT_COST);
}
