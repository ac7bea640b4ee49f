// This module is browser compatible.

import { z } from "zod";
import {
  CapitalSchema,
  MarketIdSchema,
  StrategyIdSchema,
  TimeframeSchema,
  WeightBpsSchema,
} from "./scalar.ts";

const COMPONENTS_MAX = 16;
const EXECUTION_CONFIG_BYTES_MAX = 4096;

/** Values of strategy parameters by name; the engine knows names, types and ranges. */
export const StrategyParamsSchema = z.record(z.string(), z.union([z.number(), z.string()])).meta({
  description: "Values of strategy parameters by name; those left out take their defaults",
  examples: [{ overbought: 72.5 }],
});

/** One component (sleeve) of a candidate. */
export const ComponentSchema = z.strictObject({
  strategyId: StrategyIdSchema,
  weightBps: WeightBpsSchema.optional(),
  strategyParams: StrategyParamsSchema.optional(),
}).meta({ id: "Component", description: "One strategy with its share of the capital" });

/** What is accepted and ignored: the service owns the execution policy. */
const ExecutionConfigSchema = z.record(z.string(), z.unknown()).refine(
  (config) => byteLength(JSON.stringify(config)) <= EXECUTION_CONFIG_BYTES_MAX,
  { error: `must be at most ${EXECUTION_CONFIG_BYTES_MAX} bytes of JSON` },
).meta({ description: "Accepted and ignored (at most 4 KiB): the service owns the policy" });

/** The body of the three simulation routes. */
export const CandidateSchema = z.strictObject({
  marketId: MarketIdSchema,
  timeframe: TimeframeSchema.optional().meta({
    description: "Which official dataset",
    default: "hourly",
  }),
  capital: CapitalSchema.optional().meta({
    description: "Capital in accounting-asset units, a decimal string",
    default: "100000",
    examples: ["100000"],
  }),
  components: z.array(ComponentSchema).min(1).max(COMPONENTS_MAX).meta({
    description: "The sleeves; their number sets the cost, 10 compute units each",
  }),
  strategyParams: StrategyParamsSchema.optional().meta({
    description: "Values for every component that has the parameter and does not set it itself",
  }),
  executionConfig: ExecutionConfigSchema.optional(),
  submissionId: z.string().min(1).max(128).optional().meta({
    description: "Echoed for correlation; never used to deduplicate",
  }),
}).meta({
  id: "Candidate",
  description: "What is simulated: a market, a capital and 1 to 16 strategies",
  examples: [{ marketId: 1, components: [{ strategyId: "yield-rsi" }] }],
});

/** The body of the three simulation routes. */
export type Candidate = z.infer<typeof CandidateSchema>;

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
