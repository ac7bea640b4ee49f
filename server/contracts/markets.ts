// This module is browser compatible.

/**
 * The supported markets: public id, key, and the name people know. These lists are apart from the
 * schemas, which a start does not load.
 */
export const MARKETS = [
  { id: 1, key: "susde", name: "sUSDe" },
  { id: 2, key: "susdf", name: "sUSDf" },
  { id: 3, key: "ghousd", name: "ghoUSD" },
] as const;

/** Every timeframe, coarsest last. */
export const TIMEFRAMES = ["hourly", "daily"] as const;

/** Step between two bars of a dataset. */
export type Timeframe = typeof TIMEFRAMES[number];
