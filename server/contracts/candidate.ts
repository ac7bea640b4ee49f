// This module is browser compatible.

import { z } from "zod";
import { BATCH_MAX } from "./batch_max.ts";
import { CAPITAL_DEFAULT, COMPONENTS_MAX, SUBMISSION_ID_MAX } from "./engine_constants.ts";
import {
  CapitalSchema,
  MarketIdSchema,
  StrategyIdSchema,
  TimeframeSchema,
  WeightBpsSchema,
} from "./scalar.ts";

/** Values of strategy parameters by name; the engine knows names, types and ranges. */
export const StrategyParamsSchema = z.record(z.string(), z.union([z.number(), z.string()])).meta({
  description:
    "Values of strategy parameters by name; omitted parameters have their defaults. Of " +
    "expression: its texts, and numbers and texts under names of your own",
  examples: [{ overbought: 72.5 }],
});

/** One component (sleeve) of a candidate. */
export const ComponentSchema = z.strictObject({
  strategyId: StrategyIdSchema,
  weightBps: WeightBpsSchema.optional(),
  strategyParams: StrategyParamsSchema.optional(),
}).meta({ id: "Component", description: "One strategy with its share of the capital" });

/** The body of the three simulation routes. The engine validates it; the schema describes it. */
export const CandidateSchema = z.strictObject({
  marketId: MarketIdSchema,
  timeframe: TimeframeSchema.optional().meta({
    description: "Timeframe of the dataset",
    default: "hourly",
  }),
  capital: CapitalSchema.optional().meta({
    description: "Capital in accounting-asset units, a decimal string; echoed unchanged",
    default: CAPITAL_DEFAULT,
    examples: [CAPITAL_DEFAULT],
  }),
  components: z.array(ComponentSchema).min(1).max(COMPONENTS_MAX).meta({
    description: "The sleeves, 10 compute units each: a list that costs more than the budget of " +
      "a second, by default more than 5, is refused, and so is its evaluation",
  }),
  strategyParams: StrategyParamsSchema.optional().meta({
    description: "Values for every component that has the parameter and does not set it itself",
  }),
  executionConfig: z.unknown().optional().meta({
    description: "Any JSON value, accepted and ignored: the service owns the execution policy",
  }),
  submissionId: z.string().min(1).max(SUBMISSION_ID_MAX).optional().meta({
    description: "Echoed for correlation; never used to deduplicate",
  }),
}).meta({
  id: "Candidate",
  description: `The candidate: a market, a capital and 1 to ${COMPONENTS_MAX} strategies`,
  examples: [{ marketId: 1, components: [{ strategyId: "yield-rsi" }] }],
});

/** The body of a batch. The service reads the list, and the engine each candidate in it. */
export const BatchRequestSchema = z.strictObject({
  candidates: z.array(CandidateSchema).min(1).max(BATCH_MAX).meta({
    description:
      "Runs in this order, for the sum of their prices: all together must fit into the " +
      "budget of a second, by default 5 components",
  }),
}).meta({ id: "BatchRequest", description: `1 to ${BATCH_MAX} candidates` });

/** The body of the three simulation routes. */
export type Candidate = z.infer<typeof CandidateSchema>;
