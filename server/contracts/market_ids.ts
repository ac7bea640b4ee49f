// This module is browser compatible.

/** Keys of the official markets. */
export const OFFICIAL_KEYS = ["susde", "susdf", "ghousd"] as const;

/** The first id of imported markets; markets below it are official. */
export const IMPORTED_ID_MIN = 1000;

/** The first id of local markets, which stay in a browser and are never loaded by a server. */
export const LOCAL_ID_MIN = 4_000_000_000;

/** Largest id of a market, which the engine stores in 32 bits. */
export const MARKET_ID_MAX = 2 ** 32 - 1;

/** Origin of a market: this project, a server's operator, or the user of the page. */
export type MarketOrigin = "official" | "imported" | "mine";

/**
 * Returns the origin of a market.
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
  return marketId < LOCAL_ID_MIN ? "imported" : "mine";
}
