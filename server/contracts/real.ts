// This module is browser compatible.

import { z } from "zod";
import { EstimatedSchema } from "./dataset.ts";
import { InstantSchema, Sha256Schema, TimeframeSchema } from "./scalar.ts";

/** Why an evaluation has no block `real`. */
export const REAL_REASONS = ["no-history", "hourly-windows", "own", "not-runnable"] as const;

const ExcessSchema = z.strictObject({
  perYear: z.number().meta({ description: "Mean excess of the logarithmic return, per year" }),
  low: z.number(),
  high: z.number().meta({ description: "Ends of its 90 % interval (Newey and West, 10 lags)" }),
}).meta({ id: "RealExcess", description: "Excess over a passive line on real maturities" });

const RealRowSchema = z.strictObject({
  marketKey: z.string(),
  expiry: InstantSchema,
  datasetHash: Sha256Schema.meta({ description: "SHA-256 of the CSV file" }),
  status: z.enum(["ran", "not-runnable"]),
  missing: z.array(z.string()).meta({
    description: "Features that the candidate needs and the maturity lacks; else empty",
  }),
  estimated: EstimatedSchema,
  scoredDays: z.nullable(z.number()),
  utility: z.nullable(z.number()),
  holdUtility: z.nullable(z.number()),
  idleUtility: z.nullable(z.number()),
  fills: z.nullable(z.int()),
}).meta({ id: "RealRow", description: "The candidate on one real maturity; null where not run" });

/** What a candidate does on the real maturities of its market (`RULES.md` 6.8). */
export const RealSchema = z.strictObject({
  panel: z.string().meta({ description: "Market and timeframe", examples: ["susde-daily"] }),
  timeframe: TimeframeSchema.meta({
    description: "Of the bars that ran: daily for an hourly candidate without hourly history",
  }),
  from: InstantSchema.meta({ description: "First scored instant" }),
  to: InstantSchema.meta({ description: "Last scored instant" }),
  scoredDays: z.int().min(1).meta({ description: "Distinct days that were scored" }),
  utility: z.number().meta({ description: "Mean over the maturities, weighted by scored days" }),
  holdUtility: z.number(),
  idleUtility: z.number(),
  edge: z.number().meta({ description: "utility less the larger of Hold's and idle's" }),
  overHold: ExcessSchema,
  overIdle: ExcessSchema,
  betterThanHold: z.int().min(0).meta({ description: "Maturities with a larger utility" }),
  betterThanIdle: z.int().min(0),
  hindsight: z.literal([true]).meta({
    description: "The history is public: whoever wrote the rule could have seen it",
  }),
  rows: z.array(RealRowSchema).min(1).meta({ description: "In the order of expiry" }),
}).meta({
  id: "Real",
  description:
    "The same candidate on real maturities of the market's asset. It decides nothing: no " +
    "score, gate or rank depends on it",
});

export const RealReasonSchema = z.nullable(z.enum(REAL_REASONS)).meta({
  description:
    "Why `real` is null: no real history of this market, a window that is no whole day, " +
    "a candidate that is itself on a real maturity, or no maturity with what it needs",
});

export type Real = z.infer<typeof RealSchema>;
export type RealReason = typeof REAL_REASONS[number];
