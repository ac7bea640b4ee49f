// This module is browser compatible.

import { z } from "zod";
import {
  DIAGNOSTICS,
  ScoredMetricsSchema,
  UTILITY_METRICS,
  UtilityTermsSchema,
} from "./metrics.ts";
import {
  EvidenceSchema,
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "./simulation.ts";

const ignored = z.unknown().optional().meta({ description: "Ignored: it identifies the run" });
const runMembers = {
  simulationId: ignored,
  submissionId: ignored,
  warnings: ignored,
};

/** `data` of a simulation response, as an evaluation accepts it. */
export const PayloadSchema = z.discriminatedUnion("view", [
  FullSimulationSchema.extend(runMembers).meta({
    id: "FullPayload",
    description: "The data of a full view",
  }),
  SummarySimulationSchema.extend(runMembers).meta({
    id: "SummaryPayload",
    description: "The data of a summary view",
  }),
  TradesSimulationSchema.extend(runMembers).meta({
    id: "TradesPayload",
    description: "The data of a trades view",
  }),
]).meta({ id: "Payload", description: "The data of a simulation response, any view" });

/** Body of an evaluation. Only the engine reads it; the schema documents it. */
export const EvaluationRequestSchema = z.union([
  PayloadSchema,
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

const GateSchema = z.strictObject({
  gate: z.string(),
  value: z.union([z.number(), z.boolean()]),
  threshold: z.union([z.number(), z.boolean()]),
  margin: z.nullable(z.number()).meta({ description: "Distance on the passing side" }),
  passed: z.boolean(),
}).meta({ id: "Gate", description: "One rule of eligibility" });

const ScenarioSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(["official", "sister", "perturbation", "stress"]),
  utility: z.number(),
  ...UTILITY_METRICS,
  benchmarkUtility: z.number(),
  idleUtility: z.number(),
  fills: z.int(),
}).meta({ id: "Scenario", description: "The candidate on one variation of the dataset" });

const CapitalScoreSchema = z.strictObject({
  capitalScore: z.number().meta({
    description: "Mean utility, less penalties for its spread and its uncertainty",
  }),
  meanUtility: z.number(),
  sdUtility: z.number(),
  kappa: z.number(),
  c: z.number(),
  tEff: z.number().meta({ description: "Independent days in the daily returns" }),
}).meta({ id: "CapitalScore", description: "A stricter figure, over all scenarios" });

const probability = z.nullable(z.number().min(0).max(1));

const LuckSchema = z.strictObject({
  probabilisticSharpe: probability.meta({
    description: "Probability that the Sharpe ratio is above 0",
  }),
  deflatedSharpe: probability.meta({ description: "The same, for the best of all trials" }),
  trials: z.int().min(1).meta({
    description: "Simulations of the key on the market that this server has counted, a lower bound",
  }),
  scoreInterval: z.tuple([z.number(), z.number()]).meta({
    description: "90 % interval of the score",
  }),
}).meta({ id: "Luck", description: "How likely the result is luck" });

/** `data` of an evaluation. */
export const EvaluationSchema = z.strictObject({
  score: z.number().meta({ description: "100 * utility / benchmark utility: the sort key" }),
  benchmarkUtility: z.number(),
  idleUtility: z.number().meta({ description: "Utility of leaving all capital in SY" }),
  benchmarkFloorUsed: z.boolean(),
  scenarioResult: ScoredMetricsSchema,
  breakdown: z.strictObject({
    strategy: UtilityTermsSchema,
    benchmark: UtilityTermsSchema,
    idle: UtilityTermsSchema,
  }),
  diagnostics: z.strictObject(DIAGNOSTICS),
  benchmark: ScoredMetricsSchema,
  scenarios: z.array(ScenarioSchema),
  capitalScore: CapitalScoreSchema,
  eligibility: z.strictObject({
    eligible: z.boolean().meta({ description: "May be reviewed; it promises no capital" }),
    gates: z.array(GateSchema),
  }),
  luck: LuckSchema,
  formulaVersion: z.int(),
  evidence: EvidenceSchema,
}).meta({ id: "Evaluation", description: "Score, diagnostics and gates of a simulation" });
