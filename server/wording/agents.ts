// This module is browser compatible.

/**
 * Guidance for programs that search for strategies, before their first request: for the guide of the
 * MCP server, `/llms.txt` and the introduction of the document.
 *
 * @module
 */

export const AIM_TEXT =
  "Maximise `verdict.edge`: the lead over the better of two passive lines, holding PT and idle SY, " +
  "per year, as the mean over 64 fresh paths that the strategy was not tuned to. `eligible` is true " +
  "when all gates pass; a market with one history (an imported one) " +
  "gives no verdict: every candidate on it fails the gate `ONE_HISTORY`. `score` is 100 for holding PT on the one public path; anybody can fit that " +
  "path, so a high score alone means nothing.";

export const UTILITY_TEXT =
  "A utility is the mean return per year less penalties for drawdown, bad days, turnover and costs. " +
  "Returns, yields and edges are fractions: 0.01 is 1 %. `sharpe` and `excess` of a simulation are " +
  "against idle SY.";

export const TRIES_TEXT =
  "Every distinct candidate that your key evaluates on a dataset is a try, whether by an evaluation or " +
  "by a search, and `pAdjusted` is adjusted for all of them: after 100 tries a candidate must be " +
  "better than after one. A simulation is no try. So simulate freely, and evaluate what you would " +
  "choose.";

export const SEASON_TEXT =
  "A season confirms a candidate: it runs every entry on hidden paths that nobody has seen, after its " +
  "close. An entry is for good and counts no try; a key has few of them, so enter what you would " +
  "choose. A practice board shows published evaluations on public data, and confirms nothing.";

export const WINDOWS_TEXT =
  "Windows are in days and must be whole bars: whole days on daily data, multiples of 1/24 on hourly " +
  "data. Omitted parameters have their defaults. Markets differ in their features, and a strategy " +
  "runs only where its features exist.";

export const COST_TEXT =
  "By default a key has 50 compute units a second: 1 for a read or an evaluation (30 with a rule of your " +
  "own), 10 for each component of a simulation. A search costs the same per candidate " +
  "and per run on a path (aim edge), from a quota of a day, and runs thousands " +
  "of candidates a second. A refused request says which field was wrong, its value and what is allowed.";

export const LANGUAGE_TEXT =
  "`expression` is a rule of your own. `strategyParams` has either `target` (0 to 1 is the share in PT; " +
  "a condition is 1 or 0) or both `enter` and `exit` (conditions); every other member is a name of your " +
  "own with a number or a text, which the texts use and which a search can vary. Numbers, `5%`, " +
  "windows `20d 36h 1b`; `+ - * /`, `< <= > >=`, `and or not`; `hold` keeps the position. A plain number " +
  "as a window is days by its name. There is no way to read a later bar.";

/** An expression, and what it means. */
export interface ExpressionExample {
  readonly meaning: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/** Rules that run on every official market. */
export const EXPRESSION_EXAMPLES: readonly ExpressionExample[] = [
  {
    meaning: "Buy PT when its yield is high against its own past, sell at the mean",
    params: { enter: "z >= open", exit: "z <= 0", z: "zscore(logYield, w)", w: 20, open: 1.5 },
  },
  {
    meaning: "The same against the yield of the underlying",
    params: { enter: "z >= 1", exit: "z <= 0", z: "zscore(logYield - logUnderlying, 30d)" },
  },
  {
    meaning: "Half in PT, more the higher the yield",
    params: { target: "clip(0.5 + zscore(impliedApy, 20d) / 4, 0, 1)" },
  },
  {
    meaning: "PT while it pays more than the underlying has lately",
    params: { target: "impliedApy > mean(underlyingApy, 7d) + 1%" },
  },
  {
    meaning: "RSI of the yield, bought high and sold low",
    params: { enter: "r >= 70", exit: "r <= 30", r: "rsi(change(logYield, 1d), 14d)" },
  },
  {
    meaning: "Buy a spike above the highest yield of a month",
    params: {
      enter: "impliedApy >= highest(impliedApy, 30d)",
      exit: "impliedApy <= lowest(impliedApy, 10d)",
    },
  },
  {
    meaning: "Falling yields: a short average under a long one",
    params: { target: "ema(logYield, fast) < ema(logYield, slow)", fast: 5, slow: 20 },
  },
  {
    meaning: "Stay out of the last two weeks",
    params: { enter: "daysToExpiry > 14 and impliedApy > 8%", exit: "daysToExpiry <= 14" },
  },
  {
    meaning: "Buy when the yield is in the top tenth of two months, keep it for the median",
    params: { enter: "rank(impliedApy, 60d) >= 0.9", exit: "rank(impliedApy, 60d) <= 0.5" },
  },
  {
    meaning: "Calm markets only: little volatility of the yield",
    params: { target: "deviation(change(logYield, 1d), 10d) < limit", limit: 0.05 },
  },
];

/** Returns the examples as lines of Markdown. */
export function expressionLines(): string {
  return EXPRESSION_EXAMPLES
    .map(({ meaning, params }) => `- ${meaning}: \`${JSON.stringify(params)}\``).join("\n");
}
