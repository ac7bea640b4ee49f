// This module is browser compatible.

import { z } from "zod";
import { DIAGNOSTICS, ScoredMetricsSchema, UtilityTermsSchema } from "./metrics.ts";
import { EvidenceSchema, SimulationSchema } from "./simulation.ts";

/** Body of an evaluation. Only the engine reads it; the schema is its description. */
export const EvaluationRequestSchema = z.union([
  SimulationSchema,
  z.strictObject({ simulation: SimulationSchema }),
]).meta({
  id: "EvaluationRequest",
  description: "The data of a simulation answer, bare or as the member `simulation`",
});

const GateSchema = z.strictObject({
  gate: z.string(),
  value: z.union([z.number(), z.boolean()]),
  threshold: z.union([z.number(), z.boolean()]),
  margin: z.nullable(z.number()).meta({ description: "Distance on the passing side" }),
  passed: z.boolean(),
}).meta({ id: "Gate", description: "One rule of eligibility" });

/** `data` of an evaluation. What a formula does not give yet is absent. */
export const EvaluationSchema = z.looseObject({
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
  eligibility: z.strictObject({
    eligible: z.nullable(z.boolean()).meta({ description: "null while gates are not decided" }),
    gates: z.array(GateSchema),
  }),
  formulaVersion: z.int(),
  evidence: EvidenceSchema,
}).meta({ id: "Evaluation", description: "Score, diagnostics and gates of a simulation" });
