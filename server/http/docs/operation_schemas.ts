// This module is browser compatible.

import { z } from "zod";
import { BatchRequestSchema, CandidateSchema } from "../../contracts/candidate.ts";
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
import {
  SearchEventsSchema,
  SearchFileSchema,
  SearchListSchema,
  SearchPointsSchema,
  SearchRequestSchema,
  SearchStartSchema,
  SearchViewSchema,
} from "../../contracts/search.ts";
import { KeySchema } from "../../contracts/key.ts";
import {
  LeaderboardSchema,
  PublishedSchema,
  PublishRequestSchema,
  UnpublishedSchema,
} from "../../contracts/leaderboard.ts";
import {
  EnteredSchema,
  EntryListSchema,
  EntryRequestSchema,
  SeasonListSchema,
} from "../../contracts/season.ts";
import {
  BatchSchema,
  CandidateCheckSchema,
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "../../contracts/simulation.ts";

/** The schemas of an operation. Each has an id, its name in the document. */
export interface OperationSchemas {
  /** The request body, required if present. */
  readonly body?: z.ZodType;
  /** The whole response. */
  readonly response: z.ZodType;
  /**
   * Describes the stream of Apache Arrow that a caller can ask for instead of JSON. The document has
   * it as text and not as a second content type, because generated clients would then type every
   * answer as a union of both.
   */
  readonly columns?: string;
  /** JSON by default. */
  readonly mediaType?: "text/html" | "text/event-stream" | "application/vnd.apache.parquet";
}

const SCHEMAS = {
  getHealth: { response: HealthSchema },
  getReadiness: { response: ReadinessSchema },
  getDocument: { response: DocumentSchema },
  getReference: { response: PageSchema, mediaType: "text/html" },
  getVerification: { response: PageSchema, mediaType: "text/html" },
  getErrorPage: { response: PageSchema, mediaType: "text/html" },
  listFamilies: { response: envelope("FamiliesAnswer", z.array(FamilySummarySchema)) },
  getFamily: { response: envelope("FamilyAnswer", FamilySchema) },
  listMarkets: { response: envelope("MarketsAnswer", z.array(MarketSchema)) },
  listStrategies: { response: envelope("StrategiesAnswer", z.array(StrategySummarySchema)) },
  getStrategy: { response: envelope("StrategyAnswer", StrategySchema) },
  getStrategyParameters: {
    response: envelope("StrategyParametersAnswer", StrategyParametersSchema),
  },
  getKey: { response: envelope("KeyAnswer", KeySchema) },
  checkCandidate: {
    body: CandidateSchema,
    response: envelope("CandidateCheckAnswer", CandidateCheckSchema),
  },
  simulate: {
    body: CandidateSchema,
    response: envelope("FullSimulationAnswer", FullSimulationSchema),
    columns:
      "`timestamp`, then the numbers of the full view as doubles, each column named by its " +
      "path, such as `portfolio.equity` or `ledgers.0.units`; the metadata `simulation` has the " +
      "`data` of the summary. The columns themselves cannot be evaluated: an evaluation takes JSON " +
      "`data` alone, such as this",
  },
  simulateSummary: {
    body: CandidateSchema,
    response: envelope("SummarySimulationAnswer", SummarySimulationSchema),
  },
  simulateTrades: {
    body: CandidateSchema,
    response: envelope("TradesSimulationAnswer", TradesSimulationSchema),
  },
  simulateBatch: {
    body: BatchRequestSchema,
    response: envelope("BatchAnswer", BatchSchema),
  },
  evaluate: {
    body: EvaluationRequestSchema,
    response: envelope("EvaluationAnswer", EvaluationSchema),
  },
  startSearch: {
    body: SearchRequestSchema,
    response: envelope("SearchStartAnswer", SearchStartSchema),
  },
  listSearches: { response: envelope("SearchListAnswer", SearchListSchema) },
  getSearch: { response: envelope("SearchViewAnswer", SearchViewSchema) },
  cancelSearch: { response: envelope("CancelledSearchAnswer", SearchViewSchema) },
  getSearchPoints: {
    response: envelope("SearchPointsAnswer", SearchPointsSchema),
    columns:
      "the columns of the page; an undefined figure is null, and the metadata `next` has the " +
      "path of the next page, if there is one",
  },
  getSearchFile: { response: SearchFileSchema, mediaType: "application/vnd.apache.parquet" },
  watchSearch: { response: SearchEventsSchema, mediaType: "text/event-stream" },
  listSeasons: { response: envelope("SeasonListAnswer", SeasonListSchema) },
  enterSeason: {
    body: EntryRequestSchema,
    response: envelope("EnteredAnswer", EnteredSchema),
  },
  listEntries: { response: envelope("EntryListAnswer", EntryListSchema) },
  hideEntryName: { response: envelope("HiddenNameAnswer", EnteredSchema) },
  getLeaderboard: { response: envelope("LeaderboardAnswer", LeaderboardSchema) },
  publish: {
    body: PublishRequestSchema,
    response: envelope("PublishedAnswer", PublishedSchema),
  },
  unpublish: { response: envelope("UnpublishedAnswer", UnpublishedSchema) },
} satisfies Record<string, OperationSchemas>;

/** Names of the operations. */
export type OperationId = keyof typeof SCHEMAS;

/**
 * The schemas of every operation. They are not part of the table of operations, because making them
 * takes a tenth of the start-up time and only the document needs all of them.
 */
export const OPERATION_SCHEMAS: Readonly<Record<OperationId, OperationSchemas>> = SCHEMAS;

/** Returns the schema of a success: the request's id, a constant status, and `data`. */
function envelope(id: string, payload: z.ZodType): z.ZodType {
  return z.strictObject({
    requestId: z.string().meta({ description: "As in the x-request-id header" }),
    status: z.literal("ok"),
    data: payload,
  }).meta({ id, description: "A success" });
}
