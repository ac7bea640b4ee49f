// This module is browser compatible.

/** Number of best candidates in a report, by default and at most: for command, service and page. */
export const TOP_DEFAULT = 20;
export const TOP_MAX = 256;

/** Most own candidates of a plan. */
export const ENQUEUE_MAX = 256;
