// This module is browser compatible.

/** Compute units of a read, an evaluation, or a request rejected for its content. */
export const BASE_COST = 1;
/** Compute units of a key's look at itself, which reads four stores. */
export const KEY_COST = 5;

const COMPONENT_COST = 10;

/**
 * Compute units of an evaluation on 64 paths of its own, as texts have them. In processor time,
 * `tests/bench/prices.ts` measured 17 to 37 evaluations of a catalogue strategy, the median 30. A
 * second evaluation of the same candidate takes as long as one of the catalogue in the worker that keeps
 * the figures of its paths, and costs the same, because another worker may get it.
 */
export const TEXT_EVALUATION_COST = 30;

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
 * Simulations that cost as much as an evaluation in a search, with the simulation that it needs:
 * `tests/bench/prices.ts` measured 47 to 273 over all strategies, the median 97 on hourly bars
 * and 69 on daily ones, and 78 to 200 for portfolios of 4 and 16 components.
 */
export const EVALUATION_PRICE = 100;

/** The work of a search, or of a part of it. */
export interface SearchWork {
  /** Runs of candidates, in all stages and windows. */
  readonly candidates: number;
  readonly evaluations: number;
  /** Components of each candidate. */
  readonly components: number;
}

/**
 * Returns the compute units of a search, which the day's quota pays: each run of a candidate costs as
 * much as its simulation over HTTP.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(searchCost({ candidates: 7_000, evaluations: 20, components: 1 }), 90_000);
 * ```
 */
export function searchCost({ candidates, evaluations, components }: SearchWork): number {
  return simulationCost(components) * (candidates + EVALUATION_PRICE * evaluations);
}

/** Bytes of a search's order, which has its plan, that cost a compute unit of the day's quota. */
export const BYTES_PER_UNIT = 1_000;

/**
 * Returns the least compute units of a search, whatever it runs: its order is kept with its report.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(orderCost(53_001), 54);
 * ```
 */
export function orderCost(bytes: number): number {
  return Math.ceil(bytes / BYTES_PER_UNIT);
}

/** Returns the number of components that a budget of compute units can simulate. */
export function componentsWithin(units: number): number {
  return Math.floor(units / COMPONENT_COST);
}
