// This module is browser compatible.

/** What each metric is, once for the document and for the page (`RULES.md` 5). */
export const METRIC_TEXTS = {
  annualizedMeanReturn: "Mean return per bar, times bars a year",
  maxDrawdown: "Largest loss from a peak, fraction in [0, 1]",
  cvar: "Mean of the worst 5 % of daily losses, not negative",
  turnover: "Traded part of equity per day",
  executionCost: "Fees and slippage, part of equity per day",
  compoundAnnualReturn: "Growth of equity over the scored window, as a rate per year",
  annualizedVolatility: "Standard deviation of daily returns, per year",
  sharpe: "Of the daily excess over idle capital: mean over standard deviation, annualised",
  sortino: "Of the daily excess over idle capital: mean over downside deviation, annualised",
  calmar: "Compound annual return over the largest drawdown",
  maxDrawdownDays: "Days from the peak to the recovery or the end",
  drawdownRecovered: "Whether equity came back to the peak before the largest drawdown",
  valueAtRisk: "Daily loss at 95 %, not negative",
  exposure: "Mean part of equity in PT",
  hitRate: "Part of days with a gain",
  bestDay: "Largest daily return",
  worstDay: "Smallest daily return",
  fills: "Trades that were executed",
} as const;
