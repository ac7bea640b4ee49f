// This module is browser compatible.

/**
 * Schemas of the engine's publications, apart from `wire.ts`: a start does not load them, the catalog is
 * checked when it is made.
 *
 * @module
 */
import { z } from "zod";
import { CatalogueEntrySchema, MarketSchema, VersionsSchema } from "../contracts/catalog.ts";
import { ExecutionPolicySchema } from "../contracts/execution_policy.ts";
import { CONTRACT_VERSION } from "./wire.ts";

/** Versions of the engine, as `engineInfo()` returns them. */
export const EngineVersionsSchema = VersionsSchema.extend({
  contractVersion: z.literal(CONTRACT_VERSION),
});
export type EngineVersions = z.infer<typeof EngineVersionsSchema>;

/** The catalogue, as `strategyCatalogue()` returns it. */
export const CatalogueSchema = z.strictObject({ strategies: z.array(CatalogueEntrySchema) });
export type Catalogue = z.infer<typeof CatalogueSchema>;

/** The markets of the datasets in an engine. */
export const MarketsSchema = z.array(MarketSchema);

/** Description of a plan of candidates, as `describePlan()` returns it. */
export const PlanDescriptionSchema = z.strictObject({
  /** For each given number the candidate, or the name of the status of a number without one. */
  candidates: z.array(z.union([z.looseObject({ marketId: z.int() }), z.string()])),
  /** Names of the columns of `planColumns()`, in their order. */
  columns: z.array(z.string()),
  /** Number of candidates. */
  count: z.int().positive(),
  /** Names of the codes in the column `status`. */
  statuses: z.array(z.string()),
});
export type PlanDescription = z.infer<typeof PlanDescriptionSchema>;

/** The published constants, as `familyProfile()` returns them; published unchanged. */
export const FamilyProfileSchema = z.looseObject({
  executionPolicy: ExecutionPolicySchema,
  scoring: z.looseObject({}),
});
