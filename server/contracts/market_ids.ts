// This module is browser compatible.

/** The first id of imported markets; those below it are official. */
export const IMPORTED_ID_MIN = 1000;

/** The first id of markets that a browser keeps to itself: no server loads one. */
export const OWN_ID_MIN = 4_000_000_000;

/** Largest id of a market: the engine has 32 bits for it. */
export const MARKET_ID_MAX = 2 ** 32 - 1;

/** Who a market is from: this project, the host of a server, or the reader of the page. */
export type MarketOrigin = "official" | "imported" | "mine";

/**
 * Returns who a market is from.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([1, 1000, 4_000_000_000].map(originOf), ["official", "imported", "mine"]);
 * ```
 */
export function originOf(marketId: number): MarketOrigin {
  if (marketId < IMPORTED_ID_MIN) return "official";
  return marketId < OWN_ID_MIN ? "imported" : "mine";
}
