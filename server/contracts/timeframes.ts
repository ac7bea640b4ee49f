// This module is browser compatible.

/** Every timeframe, coarsest last. A server's start loads this module without the schemas. */
export const TIMEFRAMES = ["hourly", "daily"] as const;

/** Step between two bars of a dataset. */
export type Timeframe = typeof TIMEFRAMES[number];
