import type { MarketKey } from "./engine.ts";

/** The markets' display names. */
export const OFFICIAL_NAMES: Readonly<Record<MarketKey, string>> = {
  susde: "sUSDe",
  susdf: "sUSDf",
  ghousd: "ghoUSD",
};

/**
 * The seed of each market's official datasets, hourly and daily alike: the first that
 * `deno task datasets:official seeds` finds.
 */
export const OFFICIAL_SEEDS: Readonly<Record<MarketKey, number>> = {
  susde: 2,
  susdf: 6,
  ghousd: 9,
};
