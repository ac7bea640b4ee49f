// This module is browser compatible.

import { z } from "zod";
import { StrategyParamsSchema } from "./candidate.ts";
import { EstimatedSchema } from "./dataset.ts";
import { COMPONENTS_MAX } from "./engine_constants.ts";
import { ExecutionPolicySchema } from "./execution_policy.ts";
import { MetricsSchema } from "./metrics.ts";
import { ProblemSchema } from "./problem.ts";
import { ProvenanceSchema } from "./provenance.ts";
import {
  CapitalSchema,
  InstantSchema,
  MarketIdSchema,
  Sha256Schema,
  StrategyIdSchema,
  TimeframeSchema,
  WeightBpsSchema,
} from "./scalar.ts";

/** The candidate with every parameter named and every default filled in. */
export const ResolvedCandidateSchema = z.strictObject({
  marketId: MarketIdSchema,
  timeframe: TimeframeSchema,
  capital: CapitalSchema,
  components: z.array(z.strictObject({
    strategyId: StrategyIdSchema,
    weightBps: WeightBpsSchema,
    strategyParams: StrategyParamsSchema,
  })).min(1).max(COMPONENTS_MAX),
}).meta({ id: "ResolvedCandidate", description: "The candidate with all defaults filled in" });

/** A candidate that the engine checked and did not run. */
export const CheckedCandidateSchema = z.strictObject({
  candidate: ResolvedCandidateSchema,
  candidateHash: Sha256Schema.meta({ description: "As in the evidence of its simulation" }),
  features: z.array(z.string()).meta({ description: "Features of the market that it reads" }),
  weights: z.array(z.nullable(z.int())).meta({
    description: "Of each component the weight of its texts; null for other strategies",
  }),
});

/** `data` of a check: the valid candidate and what the service charges for it. */
export const CandidateCheckSchema = CheckedCandidateSchema.extend({
  cost: z.strictObject({
    simulation: z.int().meta({ description: "Compute units of its simulation" }),
    evaluation: z.int().meta({ description: "Compute units of its evaluation" }),
  }),
}).meta({ id: "CandidateCheck", description: "A valid candidate and its price" });

/** Versions and hashes that prove a result. */
export const EvidenceSchema = z.strictObject({
  engineVersion: z.string(),
  policyVersion: z.int(),
  formulaVersion: z.int(),
  generatorVersion: z.nullable(z.int()).meta({
    description: "Version of the generator that made the dataset; null for imported data",
  }),
  catalogueHash: Sha256Schema,
  datasetHash: Sha256Schema.meta({ description: "SHA-256 of the CSV file" }),
  estimated: EstimatedSchema,
  passiveGap: z.nullable(z.number()).meta({
    description: "Mean utility per year of holding PT over leaving all capital in SY, on the " +
      "generator's reference paths; null of imported data",
  }),
  provenance: ProvenanceSchema,
  provenanceHash: Sha256Schema.meta({
    description:
      "Of what decides a result beside the file: provenance, terms of the market, what " +
      "is unknown; see /docs/verify",
  }),
  candidateHash: Sha256Schema.meta({
    description:
      "Hash of the candidate with all defaults, its capital without trailing zeros; see " +
      "/docs/verify",
  }),
  resultHash: Sha256Schema.meta({
    description: "Hash of the figures as doubles, the same for every view; see /docs/verify",
  }),
}).meta({ id: "Evidence", description: "Versions and hashes that prove a result" });

/** Which bars were traded and scored. */
export const ScoringProfileSchema = z.strictObject({
  totalBars: z.int(),
  warmupBars: z.int(),
  scoredBars: z.int(),
  tradeStartIndex: z.int(),
  scoreStartTimestamp: InstantSchema,
  scoreEndTimestamp: InstantSchema,
}).meta({ id: "ScoringProfile", description: "The bars that were traded and scored" });

const bars = z.int().min(0);

/** Vetoed bars by guardrail, in the order of the checks. */
const SkippedByReasonSchema = z.strictObject({
  MIN_HOLD_BARS: bars,
  MAX_TRADE_PCT_LIQUIDITY: bars,
  POOL_LIMIT: bars,
  MAX_ESTIMATED_SLIPPAGE: bars,
  MIN_EDGE_TO_COST: bars,
}).meta({ id: "SkippedByReason", description: "Bars skipped, by guardrail" });

const SkipReasonSchema = SkippedByReasonSchema.keyof().meta({
  id: "SkipReason",
  description: "The guardrail that vetoed an intent",
});

const counts = {
  intents: z.int().meta({ description: "Fills and skips" }),
  fills: z.int(),
  skips: z.int().meta({ description: "Skipped bars" }),
  skippedByReason: SkippedByReasonSchema,
};

const NearestSkipSchema = z.strictObject({
  reason: SkipReasonSchema,
  timestamp: InstantSchema,
  component: z.int().min(0),
  value: z.number().meta({ description: "Measured on that bar, in the unit of the limit" }),
  limit: z.number(),
}).meta({
  id: "NearestSkip",
  description: "The veto that came nearest to a fill, of the guardrail that vetoed most bars",
});

const ExecutionSchema = z.strictObject({
  ...counts,
  nearest: z.nullable(NearestSkipSchema).meta({ description: "null if no bar was skipped" }),
  components: z.array(z.strictObject({
    ...counts,
    excess: z.number().meta({
      description: "Value of the sleeve at the last bar less that of its capital left in SY, as " +
        "a fraction of the whole capital; the excesses add up to that of the portfolio",
    }),
  })),
}).meta({ id: "Execution", description: "Outcomes of the intents, in total and per component" });

/** A note on a result. */
export const WarningSchema = z.strictObject({
  code: z.string(),
  message: z.string(),
}).meta({ id: "Warning", description: "A note on a result" });

const common = {
  simulationId: z.string().meta({ description: "Unique per run" }),
  submissionId: z.string().optional().meta({ description: "As in the request" }),
  candidate: ResolvedCandidateSchema,
  resolvedScoringProfile: ScoringProfileSchema,
  resolvedExecutionPolicy: ExecutionPolicySchema,
  evidence: EvidenceSchema,
  warnings: z.array(WarningSchema),
  metrics: MetricsSchema,
  execution: ExecutionSchema,
};

const numbers = z.array(z.number());

const portfolioColumns = {
  equity: numbers,
  return: numbers,
  drawdown: numbers,
  exposure: numbers,
  turnover: numbers,
  cost: numbers,
};

const LedgerSchema = z.strictObject({
  signalTarget: numbers,
  executedPosition: numbers,
  ptPrice: numbers,
  units: numbers,
  shares: numbers,
  equity: numbers,
  turnover: numbers,
  feeCost: numbers,
  slippageCost: numbers,
  skipReason: z.array(z.nullable(SkipReasonSchema)),
}).meta({ id: "Ledger", description: "One component, one value per bar in each column" });

const sideSchema = z.enum(["buy", "sell"]);
const eventFields = { component: z.int().min(0), timestamp: InstantSchema };

const TradeSchema = z.strictObject({
  ...eventFields,
  eventKind: z.literal("executed_trade"),
  side: sideSchema,
  fromPosition: z.number(),
  toPosition: z.number(),
  units: z.number(),
  notional: z.number(),
  price: z.number().meta({ description: "Accounting asset per PT, impact included" }),
  feeCost: z.number(),
  slippageCost: z.number(),
  estimatedSlippageBps: z.number(),
}).meta({ id: "ExecutedTrade", description: "An intent that was filled" });

const SkipSchema = z.strictObject({
  ...eventFields,
  eventKind: z.literal("skipped_signal"),
  lastTimestamp: InstantSchema,
  bars: z.int().min(1).meta({ description: "Adjacent bars with the same veto" }),
  skipReason: SkipReasonSchema,
  signalTarget: z.number(),
  side: sideSchema,
  value: z.nullable(z.number()),
  limit: z.number(),
  notional: z.number(),
  tvl: z.number(),
  estimatedSlippageBps: z.nullable(z.number()),
  edge: z.nullable(z.number()),
  costRate: z.nullable(z.number()),
}).meta({ id: "SkippedSignal", description: "An intent that a guardrail vetoed" });

const RedemptionSchema = z.strictObject({
  ...eventFields,
  eventKind: z.literal("redemption"),
  units: z.number(),
  notional: z.number(),
}).meta({ id: "Redemption", description: "PT turned into SY at expiry" });

/** `data` of the full view. */
export const FullSimulationSchema = z.strictObject({
  ...common,
  view: z.literal("full"),
  timestamp: z.array(InstantSchema),
  ledgers: z.array(LedgerSchema),
  portfolio: z.strictObject(portfolioColumns),
}).meta({ id: "FullSimulation", description: "A run with all ledgers and the portfolio series" });

/** `data` of the summary view. */
export const SummarySimulationSchema = z.strictObject({
  ...common,
  view: z.literal("summary"),
}).meta({ id: "SummarySimulation", description: "A run without ledgers and series" });

/** `data` of a batch. */
export const BatchSchema = z.strictObject({
  results: z.array(z.union([
    z.strictObject({ simulation: SummarySimulationSchema }),
    z.strictObject({ error: ProblemSchema }),
  ])).meta({
    description:
      "For each candidate in its order its run, or the problem that the candidate alone " +
      "would be answered with; pointers begin at the candidate",
  }),
}).meta({ id: "Batch", description: "The results of many candidates" });

/** `data` of the trades view. */
export const TradesSimulationSchema = z.strictObject({
  ...common,
  view: z.literal("trades"),
  events: z.array(z.discriminatedUnion("eventKind", [TradeSchema, SkipSchema, RedemptionSchema])),
  portfolio: z.strictObject({ timestamp: z.array(InstantSchema), ...portfolioColumns }),
}).meta({ id: "TradesSimulation", description: "A run with its events" });
