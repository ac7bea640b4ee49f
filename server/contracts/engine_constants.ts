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

/** Names of parameters for people, by key, or by strategy and key where they differ. */
export const PARAMETER_TITLES: Readonly<Record<string, string>> = {
  atr: "Range window",
  band: "Neutral band",
  d: "Smoothing",
  ema: "Average",
  emaSpan: "Average",
  entry: "Entry",
  entryWindow: "Entry window",
  er: "Efficiency window",
  exit: "Exit",
  exitK: "Exit",
  exitWindow: "Exit window",
  fast: "Fast average",
  field: "Read the yield as",
  floorApy: "Floor",
  full: "Full position at",
  fullDays: "Full position at",
  high: "Buy above",
  holdDays: "Hold for",
  horizonDays: "Horizon",
  k: "Entry",
  lag: "Lead of the underlying",
  lookback: "Lookback",
  low: "Sell below",
  margin: "Advantage of fixed",
  maxDays: "Most time to expiry",
  maxDaysToExpiry: "Most time to expiry",
  maxDrop: "Largest drop",
  maxIlliq: "Largest illiquidity",
  maxTurnover: "Largest turnover",
  maxYieldVol: "Largest volatility",
  minDays: "Least time to expiry",
  minDaysToExpiry: "Least time to expiry",
  minScore: "No position up to",
  minSlope: "Hold up to a slope of",
  minYield: "Smallest yield",
  mult: "Channel width",
  overbought: "Buy above",
  oversold: "Sell below",
  pctPool: "Largest position",
  period: "Period",
  ratio: "Smallest carry",
  roundTripBps: "Cost of in and out",
  scale: "Position size",
  signal: "Signal average",
  slow: "Slow average",
  smooth: "Smoothing",
  span: "Average",
  startDays: "Start of the ramp",
  targetVol: "Target volatility",
  volWindow: "Volatility window",
  volZ: "Surge",
  window: "Window",
  "yield-stochastic k": "Range window",
  ytFee: "Fee on floating yield",
};
