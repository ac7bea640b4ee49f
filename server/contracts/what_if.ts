// This module is browser compatible.

import { z } from "zod";
import { InstantSchema } from "./scalar.ts";

/** Multiples of the costs, and capitals, of the block `whatIf`, in its order. */
export const COST_TIMES = [0, 1, 2, 4] as const;

const CASE = {
  utility: z.number(),
  score: z.number().meta({ description: "Against Hold under the same fee" }),
  edge: z.number().meta({ description: "utility less the larger of Hold's and idle's" }),
  fills: z.int().min(0),
  filledShare: z.nullable(z.number()).meta({
    description: "Share of the wanted changes of target that were executed; null without any",
  }),
};

const CostCaseSchema = z.strictObject({
  times: z.number().meta({ description: "Multiple of the fee and of the price impact" }),
  ...CASE,
}).meta({ id: "CostCase", description: "The run under other costs" });

const CapitalCaseSchema = z.strictObject({
  capital: z.number().meta({ description: "Accounting asset" }),
  ...CASE,
}).meta({ id: "CapitalCase", description: "The run with another capital" });

const StretchSchema = z.strictObject({
  from: InstantSchema.meta({ description: "Close of its first bar" }),
  to: InstantSchema.meta({ description: "Close of its last bar" }),
  days: z.int().min(1),
  return: z.number().meta({ description: "Growth of the candidate over these days, less 1" }),
  holdReturn: z.number(),
  idleReturn: z.number(),
}).meta({ id: "Stretch", description: "Consecutive scored days" });

/** The official run under other conditions (`RULES.md` 6.9). */
export const WhatIfSchema = z.strictObject({
  costs: z.array(CostCaseSchema).max(COST_TIMES.length).meta({
    description: "Costs times 0, 1, 2 and 4",
  }),
  nextBar: z.strictObject(CASE).meta({
    id: "NextBarCase",
    description: "Every target a bar late: decided at a close, filled at the next",
  }),
  capital: z.array(CapitalCaseSchema).max(11).meta({
    description: "Capitals from 10^3 to 10^8, two for each power of ten",
  }),
  breakEvenCapital: z.nullable(z.number()).meta({
    description: "Largest capital found with an edge; null where the table has no fall from one",
  }),
  breakEvenFeeBps: z.nullable(z.number()).meta({
    description:
      "Largest fee found under which the trades of the run have an edge, basis points; " +
      "null without an edge at no fee, and with one at 64",
  }),
  thirds: z.array(StretchSchema).max(3).meta({
    description: "The scored days in three parts; empty with fewer than three days",
  }),
  worstDays: z.nullable(StretchSchema).meta({
    description: "The 30 days with the smallest return; null with fewer days",
  }),
  correlations: z.nullable(z.array(z.array(z.nullable(z.number())))).meta({
    description: "Of the daily excess returns over idle, each component with each; null of one " +
      "component, and where one never deviates",
  }),
}).meta({
  id: "WhatIf",
  description: "The official run under other conditions. It decides nothing: no score, gate or " +
    "rank depends on it",
});

export type WhatIf = z.infer<typeof WhatIfSchema>;
