// This module is browser compatible.

import { z } from "zod";
import { METRIC_TEXTS } from "./metric_texts.ts";

const ratio = z.nullable(z.number());

/** The five metrics that make the utility. Losses, costs and turnover are positive. */
export const UTILITY_METRICS = {
  annualizedMeanReturn: z.number().meta({ description: METRIC_TEXTS.annualizedMeanReturn }),
  maxDrawdown: z.number().meta({ description: METRIC_TEXTS.maxDrawdown }),
  cvar: z.number().meta({ description: METRIC_TEXTS.cvar }),
  turnover: z.number().meta({ description: METRIC_TEXTS.turnover }),
  executionCost: z.number().meta({ description: METRIC_TEXTS.executionCost }),
};

/** The metrics that are not terms of the utility; null where there are too few points. */
export const DIAGNOSTICS = {
  compoundAnnualReturn: z.number().meta({ description: METRIC_TEXTS.compoundAnnualReturn }),
  annualizedVolatility: ratio.meta({ description: METRIC_TEXTS.annualizedVolatility }),
  sharpe: ratio.meta({ description: METRIC_TEXTS.sharpe }),
  sortino: ratio.meta({ description: METRIC_TEXTS.sortino }),
  calmar: ratio.meta({ description: METRIC_TEXTS.calmar }),
  maxDrawdownDays: z.number().meta({ description: METRIC_TEXTS.maxDrawdownDays }),
  drawdownRecovered: z.boolean().meta({ description: METRIC_TEXTS.drawdownRecovered }),
  valueAtRisk: z.number().meta({ description: METRIC_TEXTS.valueAtRisk }),
  exposure: z.number().meta({ description: METRIC_TEXTS.exposure }),
  hitRate: z.number().meta({ description: METRIC_TEXTS.hitRate }),
  bestDay: z.number().meta({ description: METRIC_TEXTS.bestDay }),
  worstDay: z.number().meta({ description: METRIC_TEXTS.worstDay }),
  fills: z.int().meta({ description: METRIC_TEXTS.fills }),
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
