// This module is browser compatible.

import { z } from "zod";

const ratio = z.nullable(z.number());

/** The five metrics that make the utility. Losses, costs and turnover are positive. */
export const UTILITY_METRICS = {
  annualizedMeanReturn: z.number().meta({ description: "Mean return per bar, times bars a year" }),
  maxDrawdown: z.number().meta({ description: "Largest loss from a peak, fraction in [0, 1]" }),
  cvar: z.number().meta({ description: "Mean of the worst 5 % of daily losses, not negative" }),
  turnover: z.number().meta({ description: "Traded part of equity per day" }),
  executionCost: z.number().meta({ description: "Fees and slippage, part of equity per day" }),
};

/** The metrics that are not terms of the utility; null where there are too few points. */
export const DIAGNOSTICS = {
  compoundAnnualReturn: z.number(),
  annualizedVolatility: ratio.meta({ description: "Of daily returns" }),
  sharpe: ratio.meta({ description: "Of the daily excess over idle capital, annualised" }),
  sortino: ratio.meta({ description: "Of the daily excess over idle capital, annualised" }),
  calmar: ratio.meta({ description: "Compound annual return over the largest drawdown" }),
  maxDrawdownDays: z.number().meta({
    description: "Days from the peak to the recovery or the end",
  }),
  drawdownRecovered: z.boolean(),
  valueAtRisk: z.number().meta({ description: "Daily loss at 95 %, not negative" }),
  exposure: z.number().meta({ description: "Mean part of equity in PT" }),
  hitRate: z.number().meta({ description: "Part of days with a gain" }),
  bestDay: z.number(),
  worstDay: z.number(),
  fills: z.int(),
};

/** All metrics of a run. */
export const MetricsSchema = z.strictObject({ ...UTILITY_METRICS, ...DIAGNOSTICS }).meta({
  id: "Metrics",
  description: "Metrics of the scored window",
});

/** Metrics of the utility with what they come to. */
export const ScoredMetricsSchema = z.strictObject({
  utilityScore: z.number().meta({ description: "Weighted sum of the five metrics" }),
  ...UTILITY_METRICS,
}).meta({ id: "ScoredMetrics", description: "The five metrics and their utility" });

/** What each metric adds to the utility. */
export const UtilityTermsSchema = z.strictObject({
  annualizedMeanReturn: z.number(),
  maxDrawdown: z.number(),
  cvar: z.number(),
  turnover: z.number(),
  executionCost: z.number(),
}).meta({ id: "UtilityTerms", description: "Terms of the utility; they sum to it" });
