// This module is browser compatible.

import { z } from "zod";

const probability = z.nullable(z.number().min(0).max(1));

/** Statistics of the official path alone, on carry and chance. */
export const LuckSchema = z.strictObject({
  probabilisticSharpe: probability.meta({
    description: "Probability that the true daily Sharpe ratio over SY is above 0: carry, which " +
      "Hold has too, and no sign of skill",
  }),
  nullHypothesis: z.literal("no excess over SY").meta({
    description: "The baseline of probabilisticSharpe and deflatedSharpe",
  }),
  deflatedSharpe: probability.meta({
    description: "The same, against the best ratio expected of that many candidates by luck",
  }),
  trials: z.int().min(1).meta({
    description: "The searched candidates of verdict.trials",
  }),
  scoreInterval: z.tuple([z.number(), z.number()]).meta({
    description: "90 % interval of the score: candidate and Hold over the same resampled days of " +
      "the official path",
  }),
}).meta({ id: "Luck", description: "Statistics of the official path alone, on carry and chance" });
