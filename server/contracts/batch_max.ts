// This module is browser compatible.

/** Most candidates of a batch. */
export const BATCH_MAX = 32;
