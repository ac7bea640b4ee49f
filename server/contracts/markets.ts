// This module is browser compatible.

/**
 * The first id of imported markets; those below it are official. Like the timeframes it is apart from
 * the schemas, which a start does not load.
 */
export const IMPORTED_ID_MIN = 1000;

/** Every timeframe, coarsest last. */
export const TIMEFRAMES = ["hourly", "daily"] as const;

/** Step between two bars of a dataset. */
export type Timeframe = typeof TIMEFRAMES[number];
