// This module is browser compatible.

import type { Parameter } from "../contracts/catalog.ts";

/** Names of parameters for people, by key. A key without a name here is shown as it is. */
const NAMES: Readonly<Record<string, string>> = {
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
  ytFee: "Fee on floating yield",
};

/** Names of keys that mean something else in one strategy. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  "yield-stochastic k": "Range window",
};

/** Units, as they follow a name; the description names any other unit. */
const UNITS: Readonly<Record<string, string>> = {
  "standard deviations": "in deviations",
  "days": "in days",
  "basis points": "in basis points",
};

/** Names of the values of a parameter that is a choice. */
const CHOICES: Readonly<Record<string, string>> = { logYield: "log", impliedApy: "per cent" };

/** Descriptions for people, by key; any other parameter has that of the catalogue. */
const TEXTS: Readonly<Record<string, string>> = {
  exitK: "sells when the yield is back at the mean plus so many deviations",
  field: "log is ln(1 + yield), per cent the yield itself",
};

/**
 * Returns the name of a knob for people, with its unit.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(knobName("yield-bollinger", { name: "k", unit: "standard deviations" }), "Entry, in deviations");
 * assertEquals(knobName("expression", { name: "level", unit: null }), "level");
 * ```
 */
export function knobName(
  strategyId: string,
  { name, unit }: Pick<Parameter, "name"> & { readonly unit: string | null },
): string {
  const known = OWN_NAMES[`${strategyId} ${name}`] ??
    (strategyId === "expression" ? undefined : NAMES[name]);
  if (known === undefined) return name;
  const written = unit === null ? undefined : UNITS[unit];
  return written === undefined ? known : `${known}, ${written}`;
}

/**
 * Returns the description of a knob for people.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const field = { name: "field", description: "series x that the rule reads" };
 * assertEquals(knobText(field), "log is ln(1 + yield), per cent the yield itself");
 * ```
 */
export function knobText({ name, description }: Pick<Parameter, "name" | "description">): string {
  return TEXTS[name] ?? description;
}

/** Returns the name of a text that a parameter has; the texts of an expression have none. */
export function textName(strategyId: string, value: string): string {
  return strategyId === "expression" ? value : choiceName(value);
}

/** Returns the name of a value of a choice. */
export function choiceName(value: string): string {
  return CHOICES[value] ?? value;
}
