// This module is browser compatible.

/**
 * The public data types, inferred from their schemas and shared by the typed client, the page and
 * `pkg/`. `deno task build:package` writes them to `pkg/types.d.ts`.
 *
 * @module
 */
import type { z } from "zod";
import type { StrategyParamsSchema } from "./candidate.ts";
import type { CatalogueEntrySchema, FamilySchema, ProfileSchema } from "./catalog.ts";
import type { FamilySummarySchema, RelationSchema, StrategySchema } from "./catalog.ts";
import type { DatasetEntrySchema, DatasetSummarySchema, ManifestSchema } from "./dataset.ts";
import type { EvaluationRequestSchema, EvaluationSchema } from "./evaluation.ts";
import type { HealthSchema, ReadinessSchema } from "./health.ts";
import type { MetricsSchema } from "./metrics.ts";
import type {
  BatchSchema,
  CandidateCheckSchema,
  CheckedCandidateSchema,
  EvidenceSchema,
  FullSimulationSchema,
  ResolvedCandidateSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "./simulation.ts";
import type { VerdictSchema } from "./verdict.ts";
import type { SweepErrorSchema, SweepPointSchema } from "./sweep.ts";

export type { Candidate } from "./candidate.ts";
export type {
  Market,
  MarketTimeframe,
  Parameter,
  StrategyParameters,
  StrategySummary,
} from "./catalog.ts";
export type { FieldError, Problem } from "./problem.ts";
export type { Key } from "./key.ts";
export type { Provenance } from "./provenance.ts";
export type { Timeframe } from "./scalar.ts";
export type {
  Leaderboard,
  PracticeRow,
  Published,
  PublishRequest,
  Unpublished,
} from "./leaderboard.ts";
export type {
  Entered,
  Entry,
  EntryList,
  EntryRequest,
  Receipt,
  Season,
  SeasonList,
} from "./season.ts";
export type { SearchList, SearchPoints, SearchRequest, SearchStart, SearchView } from "./search.ts";

export type Batch = z.infer<typeof BatchSchema>;
export type CandidateCheck = z.infer<typeof CandidateCheckSchema>;
export type CatalogueEntry = z.infer<typeof CatalogueEntrySchema>;
export type CheckedCandidate = z.infer<typeof CheckedCandidateSchema>;
export type DatasetEntry = z.infer<typeof DatasetEntrySchema>;
export type DatasetSummary = z.infer<typeof DatasetSummarySchema>;
export type Evaluation = z.infer<typeof EvaluationSchema>;
export type EvaluationRequest = z.infer<typeof EvaluationRequestSchema>;
export type Evidence = z.infer<typeof EvidenceSchema>;
export type Family = z.infer<typeof FamilySchema>;
export type FamilySummary = z.infer<typeof FamilySummarySchema>;
export type FullSimulation = z.infer<typeof FullSimulationSchema>;
export type Health = z.infer<typeof HealthSchema>;
export type Manifest = z.infer<typeof ManifestSchema>;
export type Metrics = z.infer<typeof MetricsSchema>;
export type Profile = z.infer<typeof ProfileSchema>;
export type Readiness = z.infer<typeof ReadinessSchema>;
export type Relation = z.infer<typeof RelationSchema>;
export type ResolvedCandidate = z.infer<typeof ResolvedCandidateSchema>;
export type Strategy = z.infer<typeof StrategySchema>;
export type StrategyParams = z.infer<typeof StrategyParamsSchema>;
export type SummarySimulation = z.infer<typeof SummarySimulationSchema>;
export type SweepError = z.infer<typeof SweepErrorSchema>;
export type SweepPoint = z.infer<typeof SweepPointSchema>;
export type TradesSimulation = z.infer<typeof TradesSimulationSchema>;
export type Verdict = z.infer<typeof VerdictSchema>;
