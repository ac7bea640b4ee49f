// This module is browser compatible.

import { z } from "zod";
import { METRICS, TERMS } from "./metric_table.ts";

type MetricName = keyof typeof METRICS;
type TermName = typeof TERMS[number];

const TYPES = {
  number: z.number(),
  numberOrNull: z.nullable(z.number()),
  integer: z.int(),
  boolean: z.boolean(),
};
type Shape<Name extends MetricName> = {
  [name in Name]: typeof TYPES[typeof METRICS[name]["type"]];
};

/** The terms of the utility. Losses, costs and turnover are positive. */
export const UTILITY_METRICS = makeShape(TERMS);

/** The metrics outside the utility; null with too few points. */
export const DIAGNOSTICS = makeShape((Object.keys(METRICS) as MetricName[]).filter(isDiagnostic));

/** All metrics of a run. */
export const MetricsSchema = z.strictObject({ ...UTILITY_METRICS, ...DIAGNOSTICS }).meta({
  id: "Metrics",
  description: "Metrics of the scored window",
});

/** The terms of the utility and the utility. */
export const ScoredMetricsSchema = z.strictObject({
  utilityScore: z.number().meta({ description: "Weighted sum of the five metrics" }),
  ...UTILITY_METRICS,
}).meta({ id: "ScoredMetrics", description: "The five metrics and their utility" });

/** Contribution of each metric to the utility. */
export const UtilityTermsSchema = z.strictObject(
  Object.fromEntries(TERMS.map((name) => [name, z.number()])) as Record<TermName, z.ZodNumber>,
).meta({ id: "UtilityTerms", description: "Terms of the utility; they sum to it" });

function makeShape<Name extends MetricName>(names: readonly Name[]): Shape<Name> {
  const members = names.map((name) => {
    const { type, text } = METRICS[name];
    return [name, TYPES[type].meta({ description: text })];
  });
  return Object.fromEntries(members);
}

function isDiagnostic(name: MetricName): name is Exclude<MetricName, TermName> {
  return !(TERMS as readonly MetricName[]).includes(name);
}
