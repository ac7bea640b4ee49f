// This module is browser compatible.

/** The id of the one family, as in its path; apart from the schemas, which the page does not load. */
export const FAMILY_ID = "strategy-arena";
