// This module is browser compatible.
// Generated from the engine by `deno task build:engine`: do not edit.

/** Bars of a day, by timeframe. */
export const BARS_PER_DAY = { hourly: 24, daily: 1 } as const;

/** Capital of a candidate that names none. */
export const CAPITAL_DEFAULT = "100000";

/** Smallest capital, accounting-asset units. */
export const CAPITAL_MIN = 1;

/** Largest capital, accounting-asset units. */
export const CAPITAL_MAX = 1000000000;

/** Most decimals of a capital. */
export const CAPITAL_DECIMALS_MAX = 6;

/** Most components of a candidate. */
export const COMPONENTS_MAX = 16;

/** Sum of the weights of a candidate, basis points. */
export const WEIGHT_BPS_TOTAL = 10000;

/** Most characters of a submission id. */
export const SUBMISSION_ID_MAX = 128;

/** Version of the rules that score and count. */
export const FORMULA_VERSION = 2;
