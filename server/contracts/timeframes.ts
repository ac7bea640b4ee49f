// This module is browser compatible.

/** Every timeframe, coarsest last; apart from the schemas, which a start does not load. */
export const TIMEFRAMES = ["hourly", "daily"] as const;

/** Step between two bars of a dataset. */
export type Timeframe = typeof TIMEFRAMES[number];
