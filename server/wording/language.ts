// This module is browser compatible.

import type { Language } from "../contracts/catalog.ts";

/** A word of the language of texts, for people. */
export interface WordHelp {
  readonly line: string;
  readonly example?: string;
}

/** The columns, each with a line; `tests/language_test.ts` holds this table against the engine's. */
export const COLUMN_LINES: Readonly<Record<string, string>> = {
  impliedApy: "annual yield implied by the price of PT, as a fraction",
  logYield: "log(1 + impliedApy)",
  underlyingApy: "annual growth of the SY index over the last seven days",
  logUnderlying: "log(1 + underlyingApy)",
  ptPrice: "price of PT in the accounting asset",
  daysToExpiry: "days to maturity",
  tau: "years to maturity",
  tvl: "value of the pool",
  volume: "value traded in the bar",
  turnover: "volume / tvl",
  poolPtShare: "PT's share of the pool",
  farImpliedApy: "implied annual yield of the next maturity",
  logFarYield: "log(1 + farImpliedApy)",
};

/** The constants, each with a line. */
export const CONSTANT_LINES: Readonly<Record<string, string>> = {
  barsPerDay: "bars of a day: 24 hourly, 1 daily",
  barsPerYear: "bars of a year",
  capital: "capital of the sleeve",
  farGap: "years from this maturity to the next",
};

/** The words of the grammar, each with a line. */
export const GRAMMAR_LINES: Readonly<Record<string, string>> = {
  and: "both conditions hold",
  or: "one of two conditions holds",
  not: "the condition does not hold",
  hold: "no opinion: the position stays as it is",
  true: "a condition that holds",
  false: "a condition that does not hold",
};

/** The functions, each with a line and a text that runs. */
export const FUNCTION_LINES: Readonly<Record<string, Required<WordHelp>>> = {
  abs: { line: "x without its sign", example: "abs(logYield - logUnderlying)" },
  sqrt: { line: "square root", example: "sqrt(tau)" },
  exp: { line: "e to the power of x", example: "exp(-logYield * tau)" },
  expm1: { line: "exp(x) - 1, exact for a small x", example: "expm1(logYield)" },
  log: { line: "natural logarithm", example: "log(tvl)" },
  log1p: { line: "log(1 + x), exact for a small x", example: "log1p(impliedApy)" },
  min: { line: "the smaller of two numbers", example: "min(1, tau)" },
  max: { line: "the larger of two numbers", example: "max(0, logYield)" },
  clip: { line: "x within low and high", example: "clip(impliedApy / 10%, 0, 1)" },
  if: { line: "a where the condition holds, else b", example: "if(tau > 0.1, 1, 0)" },
  fill: { line: "a, or b where a has no number", example: "fill(logFarYield, logYield)" },
  lag: { line: "a at a bar before", example: "lag(logYield, 1d)" },
  change: { line: "x less its value at a bar before", example: "change(logYield, 1d)" },
  mean: { line: "mean of the window", example: "mean(logYield, 20d)" },
  deviation: { line: "sample deviation of the window", example: "deviation(logYield, 20d)" },
  zscore: { line: "deviations of x from the window's mean", example: "zscore(logYield, 20d)" },
  sum: { line: "sum of the window", example: "sum(volume, 7d)" },
  highest: { line: "largest value of the window", example: "highest(tvl, 20d)" },
  lowest: { line: "smallest value of the window", example: "lowest(logYield, 20d)" },
  place: {
    line: "place of x between the window's lowest (0) and highest (100)",
    example: "place(logYield, 14d)",
  },
  median: { line: "median of the window", example: "median(logYield, 20d)" },
  rank: {
    line: "share of the window's other values below x, equal ones half: 0 to 1",
    example: "rank(logYield, 60d)",
  },
  residual: {
    line: "distance of y from its line over x in the window, in deviations",
    example: "residual(logUnderlying, logYield, 60d)",
  },
  ema: { line: "exponential average", example: "ema(logYield, 20d)" },
  wilder: { line: "Wilder's average", example: "wilder(abs(change(logYield, 1d)), 14d)" },
  rsi: {
    line: "relative strength of changes, 0 to 100",
    example: "rsi(change(logYield, 1d), 14d)",
  },
  kama: {
    line: "Kaufman's adaptive average: efficiency, fast and slow windows",
    example: "kama(logYield, 10d, 2d, 30d)",
  },
  any: { line: "held on some bar of the window", example: "any(impliedApy > 10%, 5d)" },
  all: { line: "held on every bar of the window", example: "all(impliedApy > 5%, 5d)" },
  crossover: {
    line: "x rose above y on this bar",
    example: "crossover(logYield, mean(logYield, 20d))",
  },
  crossunder: {
    line: "x fell below y on this bar",
    example: "crossunder(logYield, mean(logYield, 20d))",
  },
  last: {
    line: "a on the last bar on which the condition held",
    example: "last(ptPrice, impliedApy > 10%)",
  },
  since: { line: "days since the condition held", example: "since(impliedApy > 10%)" },
  days: { line: "length of a window in days", example: "days(36h)" },
  bars: { line: "length of a window in bars", example: "bars(20d)" },
};

/**
 * Words of other systems, by the name that they have here; the engine's messages translate them, too
 * (`tests/web/aliases_test.ts`).
 */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  mean: ["sma", "average", "avg", "ma"],
  deviation: ["std", "stdev", "stddev"],
  lag: ["shift", "delay", "ref"],
  change: ["diff", "delta", "momentum"],
  rank: ["percentile", "quantile"],
  ema: ["ewm", "ewma"],
  highest: ["hhv"],
  lowest: ["llv"],
  place: ["stochastic"],
  clip: ["clamp"],
  fill: ["coalesce"],
  if: ["where", "iff"],
  log: ["ln"],
  crossover: ["crossabove"],
  crossunder: ["crossbelow"],
  ptPrice: ["close", "price"],
  impliedApy: ["yield", "apy"],
  daysToExpiry: ["dte", "ttm"],
  tvl: ["liquidity"],
  volume: ["vol"],
};

export function withLines(language: Language): Language {
  const { columns, constants, functions } = language;
  return {
    ...language,
    columns: columns.map((column) => described(column, COLUMN_LINES)),
    constants: constants.map((constant) => described(constant, CONSTANT_LINES)),
    functions: functions.map((called) => {
      const { line: description = "", example = "" } = FUNCTION_LINES[called.name] ?? {};
      return { ...called, description, example };
    }),
  };
}

function described<T extends { readonly name: string }>(
  word: T,
  lines: Readonly<Record<string, string>>,
): T & { description: string } {
  return { ...word, description: lines[word.name] ?? "" };
}
