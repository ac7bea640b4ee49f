// This module is browser compatible.

import { z } from "zod";
import { CandidateSchema } from "../../contracts/candidate.ts";
import {
  FamilySchema,
  FamilySummarySchema,
  MarketSchema,
  StrategyParametersSchema,
  StrategySchema,
  StrategySummarySchema,
} from "../../contracts/catalog.ts";
import { EvaluationRequestSchema, EvaluationSchema } from "../../contracts/evaluation.ts";
import {
  DocumentSchema,
  HealthSchema,
  PageSchema,
  ReadinessSchema,
} from "../../contracts/health.ts";
import type { OperationId } from "../../contracts/operation.ts";
import {
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "../../contracts/simulation.ts";

/** What goes in and out of an operation. Every schema has an id, its name in the document. */
export interface OperationSchemas {
  /** The body, which is required then. */
  readonly body?: z.ZodType;
  /** The whole answer. */
  readonly answer: z.ZodType;
  /** JSON when left out. */
  readonly mediaType?: "text/html";
}

/**
 * The schemas of every operation. Beside the table of operations and not in it: making them takes a
 * tenth of the start, and only the document needs them all.
 */
export const OPERATION_SCHEMAS: Readonly<Record<OperationId, OperationSchemas>> = {
  getHealth: { answer: HealthSchema },
  getReadiness: { answer: ReadinessSchema },
  getDocument: { answer: DocumentSchema },
  getReference: { answer: PageSchema, mediaType: "text/html" },
  getErrorPage: { answer: PageSchema, mediaType: "text/html" },
  listFamilies: { answer: envelope("FamiliesAnswer", z.array(FamilySummarySchema)) },
  getFamily: { answer: envelope("FamilyAnswer", FamilySchema) },
  listMarkets: { answer: envelope("MarketsAnswer", z.array(MarketSchema)) },
  listStrategies: { answer: envelope("StrategiesAnswer", z.array(StrategySummarySchema)) },
  getStrategy: { answer: envelope("StrategyAnswer", StrategySchema) },
  getStrategyParameters: {
    answer: envelope("StrategyParametersAnswer", StrategyParametersSchema),
  },
  simulate: {
    body: CandidateSchema,
    answer: envelope("FullSimulationAnswer", FullSimulationSchema),
  },
  simulateSummary: {
    body: CandidateSchema,
    answer: envelope("SummarySimulationAnswer", SummarySimulationSchema),
  },
  simulateTrades: {
    body: CandidateSchema,
    answer: envelope("TradesSimulationAnswer", TradesSimulationSchema),
  },
  evaluate: {
    body: EvaluationRequestSchema,
    answer: envelope("EvaluationAnswer", EvaluationSchema),
  },
};

/** Returns the schema of a success: the request's id, a constant status, and `data`. */
function envelope(id: string, payload: z.ZodType): z.ZodType {
  return z.strictObject({
    requestId: z.string().meta({ description: "As in the x-request-id header" }),
    status: z.literal("ok"),
    data: payload,
  }).meta({ id, description: "A success" });
}
