// This module is browser compatible.

import { z } from "zod";
import { UTILITY_METRICS } from "./metrics.ts";
import { FieldErrorSchema } from "./problem.ts";

/** One candidate of a sweep; its score is bit-equal to the score of its evaluation. */
export const SweepPointSchema = z.strictObject({
  score: z.number().meta({ description: "Bit-equal to the score of its evaluation" }),
  dailySharpe: z.nullable(z.number()).meta({ description: "Daily Sharpe ratio" }),
  probabilisticSharpe: z.nullable(z.number()).meta({
    description: "Probability that the Sharpe ratio is above 0",
  }),
  fills: z.int(),
  intents: z.int().meta({ description: "Fills and skips" }),
  ...UTILITY_METRICS,
}).meta({ description: "One candidate of a sweep" });

/** A candidate of a sweep that the engine refused. */
export const SweepErrorSchema = z.strictObject({
  fieldErrors: z.array(FieldErrorSchema),
}).meta({ description: "A candidate of a sweep that the engine refused" });
