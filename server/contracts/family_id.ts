// This module is browser compatible.

/** The id of the only family, as in its path. The page loads this module without the schemas. */
export const FAMILY_ID = "strategy-arena";
