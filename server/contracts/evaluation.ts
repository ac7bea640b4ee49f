// This module is browser compatible.

import { z } from "zod";
import {
  DIAGNOSTICS,
  ScoredMetricsSchema,
  UTILITY_METRICS,
  UtilityTermsSchema,
} from "./metrics.ts";
import { LuckSchema } from "./luck.ts";
import { RealReasonSchema, RealSchema } from "./real.ts";
import { ReceiptSchema } from "./receipt.ts";
import { VerdictSchema } from "./verdict.ts";
import { WhatIfSchema } from "./what_if.ts";
import {
  EvidenceSchema,
  FullSimulationSchema,
  ResolvedCandidateSchema,
  ScoringProfileSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
  WarningSchema,
} from "./simulation.ts";

const ignored = z.unknown().optional().meta({ description: "Ignored: it identifies the run" });

/**
 * `data` of a simulation response. The schemas are those of the responses, so that generated clients
 * have one type for both.
 */
export const PayloadSchema = z.discriminatedUnion("view", [
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
]).meta({
  id: "Payload",
  description: "The data of a simulation response, any view. `simulationId`, `submissionId` and " +
    "`warnings` identify the run: an evaluation reads no more of them than their types",
});

/** Body of an evaluation. The engine reads it; the schema documents it. */
export const EvaluationRequestSchema = z.union([
  // Not the union itself: generators of clients read no union within another.
  ...PayloadSchema.options,
  z.strictObject({ simulation: PayloadSchema }).meta({
    id: "WrappedPayload",
    description: "The data of a simulation response as a member",
  }),
  z.strictObject({ requestId: ignored, status: ignored, data: PayloadSchema }).meta({
    id: "AnsweredPayload",
    description: "The whole response of a simulation, unchanged",
  }),
]).meta({
  id: "EvaluationRequest",
  description: "The response of a simulation unchanged, or its `data`, bare or as the member " +
    "`simulation`. A candidate with more components than the budget of a second can simulate, by " +
    "default more than 5, is rejected",
});

/** Gates of eligibility in order; a dataset without a generator has ONE_HISTORY, any other TIMING. */
export const GATES = [
  "POSITIVE_UTILITY",
  "EDGE",
  "TIMING",
  "ONE_HISTORY",
  "MAX_DRAWDOWN",
  "WORST_SCENARIO_DRAWDOWN",
  "MAX_TURNOVER",
  "MIN_SCORED_DAYS",
  "MIN_FILLS",
  "RUNTIME_BUDGET",
  "CONFIG_VALID",
  "FINITE_NUMBERS",
] as const;

const GateSchema = z.strictObject({
  gate: z.enum(GATES),
  value: z.union([z.number(), z.boolean()]),
  threshold: z.union([z.number(), z.boolean()]),
  margin: z.nullable(z.number()).meta({ description: "Distance on the passing side" }),
  passed: z.boolean(),
}).meta({ id: "Gate", description: "One rule of eligibility" });

const ScenarioSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(["official", "stress", "perturbation"]),
  inCapitalScore: z.boolean().meta({ description: "Whether capitalScore includes it" }),
  utility: z.number(),
  ...UTILITY_METRICS,
  benchmarkUtility: z.number(),
  idleUtility: z.number(),
  fills: z.int(),
}).meta({ id: "Scenario", description: "The candidate on one variation of the dataset" });

const CapitalScoreSchema = z.strictObject({
  capitalScore: z.number().meta({
    description: "meanUtility - kappa*sdUtility - c/sqrt(tEff); a cautious ranking, not a forecast",
  }),
  scenarios: z.int().min(2).meta({
    description: "Utilities in mean and deviation: 69 with sister paths (official, 64 sisters, " +
      "four stresses), 11 by rotation (official, six perturbations, four stresses)",
  }),
  meanUtility: z.number(),
  sdUtility: z.number().meta({ description: "Sample standard deviation" }),
  kappa: z.number(),
  c: z.number(),
  tEff: z.number().meta({ description: "Independent days in the daily returns" }),
}).meta({
  id: "CapitalScore",
  description: "Mean utility less penalties for its spread and for few independent days",
});

const ReplacedSchema = z.strictObject({
  what: z.enum(["sister_paths", "blind_twin"]),
  in: z.enum(["capitalScore", "verdict"]),
  by: z.nullable(z.enum(["perturbations", "rotations"])).meta({
    description: "Its substitute; null when the part and its gate are left out",
  }),
}).meta({ id: "Replaced", description: "A part that needs a generator, which the dataset lacks" });

/** `data` of an evaluation. */
export const EvaluationSchema = z.strictObject({
  score: z.number().meta({ description: "100 * utility / benchmark utility: the sort key" }),
  benchmarkUtility: z.number(),
  idleUtility: z.number().meta({ description: "Utility of leaving all capital in SY" }),
  benchmarkFloorUsed: z.boolean(),
  candidate: ResolvedCandidateSchema,
  resolvedScoringProfile: ScoringProfileSchema,
  scenarioResult: ScoredMetricsSchema,
  breakdown: z.strictObject({
    strategy: UtilityTermsSchema,
    benchmark: UtilityTermsSchema,
    idle: UtilityTermsSchema,
  }),
  diagnostics: z.strictObject(DIAGNOSTICS),
  benchmark: ScoredMetricsSchema,
  scenarios: z.array(ScenarioSchema),
  verdict: VerdictSchema,
  capitalScore: CapitalScoreSchema,
  eligibility: z.strictObject({
    eligible: z.boolean().meta({
      description:
        "All gates pass: a hypothesis until it is confirmed on hidden paths. Never true " +
        "by rotation, as one history gives no verdict",
    }),
    gates: z.array(GateSchema),
  }),
  luck: LuckSchema,
  real: z.nullable(RealSchema),
  realReason: RealReasonSchema,
  whatIf: WhatIfSchema,
  formulaVersion: z.int(),
  evidence: EvidenceSchema,
  replaced: z.array(ReplacedSchema).meta({
    description: "Parts that need a generator, which the dataset lacks; else empty",
  }),
  warnings: z.array(WarningSchema).meta({ description: "Notes on the data" }),
  receipt: ReceiptSchema.nullable().optional().meta({
    description: "States the evaluation, signed by the service; null where it signs nothing. " +
      "/docs/verify shows how to verify it",
  }),
}).meta({ id: "Evaluation", description: "Score, verdict, diagnostics and gates" });
