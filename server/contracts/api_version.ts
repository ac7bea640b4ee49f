// This module is browser compatible.

/** Version of the public operations. */
export const API_VERSION = "1.0.0-beta";
