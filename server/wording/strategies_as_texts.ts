// This module is browser compatible.

import type { CatalogueEntry } from "../contracts/types.ts";

type Params = Readonly<Record<string, number | string>>;

/**
 * The strategies of the catalogue as texts of the language (`engine-rs/RULES.md` 8). Their other names
 * are the strategies' parameters. `engine-rs/tests/expression_catalogue.rs` holds that they are equal
 * to the strategies on every bar.
 */
export const STRATEGY_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "yield-rsi": {
    "enter": "r >= overbought",
    "exit": "r <= oversold",
    "r": "rsi(change(field, 1d), period)",
  },
  "yield-macd": {
    "enter": "m < ema(m, signal)",
    "exit": "m > ema(m, signal)",
    "m": "ema(field, fast) - ema(field, slow)",
  },
  "yield-sma-cross": {
    "enter": "mean(field, fast) < mean(field, slow)",
    "exit": "mean(field, fast) > mean(field, slow)",
  },
  "yield-ema-trend": {
    "enter": "field < e - band * abs(e)",
    "exit": "field > e + band * abs(e)",
    "e": "ema(field, span)",
  },
  "yield-bollinger": {
    "enter": "zscore(field, window) >= k",
    "exit": "zscore(field, window) <= exitK",
  },
  "yield-donchian": {
    "enter": "field < lag(lowest(field, entryWindow), 1b)",
    "exit": "field > lag(highest(field, exitWindow), 1b)",
  },
  "yield-kama": { "target": "change(a, 1b) < 0 and field < a", "a": "kama(field, er, fast, slow)" },
  "yield-stochastic": { "enter": "s >= high", "exit": "s <= low", "s": "mean(place(field, k), d)" },
  "yield-keltner": {
    "enter": "field >= ema(field, ema) + mult * wilder(abs(change(field, 1d)), atr)",
    "exit": "field <= ema(field, ema)",
  },
  "yield-tsmom": {
    "target":
      "clip(scale * (lag(field, lookback) - field) / (deviation(change(field, 1b), volWindow) * sqrt(bars(lookback))), 0, 1)",
  },
  "pull-to-par-hold": {
    "target": "minDays <= daysToExpiry and daysToExpiry <= maxDays and impliedApy >= minYield",
  },
  "discount-threshold": {
    "enter": "a >= entry",
    "exit": "a <= exit1",
    "a": "(1 - ptPrice) / ptPrice * 365 / daysToExpiry",
  },
  "discount-zscore": {
    "enter": "zscore(logYield, window) >= entry",
    "exit": "zscore(logYield, window) <= exit1",
  },
  "maturity-ramp": { "target": "clip((startDays - daysToExpiry) / (startDays - fullDays), 0, 1)" },
  "par-path-residual": {
    "enter": "s >= k",
    "exit": "s <= 0",
    "e": "expm1(-median(logYield, window) * tau) - expm1(-logYield * tau)",
    "s": "e / deviation(e, window)",
  },
  "carry-to-cost": {
    "target":
      "if(daysToExpiry < horizonDays, hold, if(logYield * horizonDays / 365 * 10000 >= ratio * roundTripBps, 1, 0))",
  },
  "implied-underlying-spread": {
    "enter": "s >= entry",
    "exit": "s <= exit1",
    "s": "logYield - ema(logUnderlying, emaSpan)",
  },
  "spread-zscore": {
    "enter": "z >= entry",
    "exit": "z <= exit1",
    "z": "zscore(logYield - logUnderlying, window)",
  },
  "fixed-floating-breakeven": {
    "target":
      "(1 - ptPrice) - (1 - ytFee) * expm1(ema(logUnderlying, emaSpan) * tau) > margin * tau",
  },
  "underlying-lead": {
    "enter": "turn <= -1e-9 and logYield >= ema(logYield, slow)",
    "exit": "turn >= 1e-9 and logYield <= ema(logYield, slow)",
    "turn": "lag(ema(logUnderlying, fast) - ema(logUnderlying, slow), lag)",
  },
  "cointegration-residual": {
    "enter": "r >= entry",
    "exit": "r <= exit1",
    "r": "residual(logUnderlying, logYield, window)",
  },
  "cash-floor-excess": { "target": "clip((impliedApy - floorApy) / full, 0, 1)" },
  "roll-down-capture": {
    "target":
      "minDaysToExpiry <= daysToExpiry and daysToExpiry <= maxDaysToExpiry and field > 0 and sqrt(barsPerDay) * deviation(change(field, 1b), volWindow) <= maxYieldVol",
  },
  "term-slope": { "target": "mean((logFarYield - logYield) / farGap, smooth) <= minSlope" },
  "carry-roll-score": {
    "target":
      "clip((logYield * min(horizonDays, daysToExpiry) / 365 / (deviation(change(logYield, 1b), volWindow) * tau * sqrt(horizonDays * barsPerDay)) - minScore) / (full - minScore), 0, 1)",
  },
  "duration-vol-target": {
    "target":
      "clip(targetVol / (tau * deviation(change(logYield, 1b), volWindow) * sqrt(barsPerYear)), 0, 1)",
  },
  "forward-rate-value": {
    "enter": "s >= entry",
    "exit": "s <= exit1",
    "s": "ema(logYield - (logFarYield * (tau + farGap) - logYield * tau) / farGap, emaSpan)",
  },
  "expiry-week-fade": {
    "target": "any(daysToExpiry <= maxDays and logYield - mean(logYield, window) >= entry, 400d)",
  },
  "pool-imbalance": { "enter": "poolPtShare >= entry", "exit": "poolPtShare <= exit1" },
  "tvl-trend": {
    "enter": "not drains and mean(tvl, fast) >= mean(tvl, slow)",
    "exit": "drains",
    "drains": "tvl < (1 - maxDrop) * highest(tvl, slow)",
  },
  "volume-surge-fade": {
    "target":
      "any(change(logYield, 1d) > 0 and zscore(log(1 + sum(volume, 1d)), window) >= volZ, holdDays)",
  },
  "amihud-gate": {
    "target":
      "if(sum(abs(change(logYield, 1d)), window) / barsPerDay / sum(turnover, window) <= maxIlliq, impliedApy >= minYield, false)",
  },
  "depth-scaled-carry": {
    "target": "if(impliedApy >= minYield, min(1, pctPool * tvl / capital), 0)",
  },
  "turnover-carry": {
    "target": "barsPerDay * mean(turnover, window) <= maxTurnover and impliedApy >= minYield",
  },
};

/** The parameter `exit` of a strategy needs another name, because `exit` is a text. */
const RENAMED: Readonly<Record<string, string>> = { exit: "exit1" };

/**
 * Returns the parameters of `expression` that say the same as a strategy with some of its parameters;
 * null for a strategy without texts.
 */
export function asTexts(
  { strategyId, parameters }: Pick<CatalogueEntry, "strategyId" | "parameters">,
  given: Params = {},
): Params | null {
  const texts = STRATEGY_TEXTS[strategyId];
  if (texts === undefined) return null;
  const values = parameters.map(({ name, defaultValue }) =>
    [RENAMED[name] ?? name, given[name] ?? defaultValue] as const
  );
  return { ...texts, ...Object.fromEntries(values) };
}
