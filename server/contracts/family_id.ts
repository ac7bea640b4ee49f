// This module is browser compatible.

/** The id of the one family, as in its path. Apart from the schemas, which a page need not load. */
export const FAMILY_ID = "strategy-arena";
