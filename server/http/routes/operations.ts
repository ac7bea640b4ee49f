import { CATALOG_OPERATIONS, type CatalogParts } from "./catalog.ts";
import { documentOperations, type DocumentParts, makeDocuments } from "./document.ts";
import { EVALUATION_OPERATIONS, type EvaluationParts } from "./evaluations.ts";
import { HEALTH_OPERATIONS, type HealthParts } from "./health.ts";
import { KEY_OPERATIONS, type KeyParts } from "./key.ts";
import { LEADERBOARD_OPERATIONS, type PracticeParts } from "./leaderboard.ts";
import type { Operation } from "./operation.ts";
import { SEARCH_OPERATIONS, type SearchParts } from "./searches.ts";
import { SEASON_OPERATIONS, type SeasonParts } from "./seasons.ts";
import { SIMULATION_OPERATIONS, type SimulationParts } from "./simulations.ts";

/** What all operations need besides what a request does. */
export type OperationParts =
  & HealthParts
  & DocumentParts
  & CatalogParts
  & KeyParts
  & SimulationParts
  & EvaluationParts
  & SearchParts
  & SeasonParts
  & PracticeParts;

/** The documents of the table below. */
export const DOCUMENTS = makeDocuments(() => OPERATIONS);

/**
 * Every operation of the service, and the only source of routes, scopes and the OpenAPI document.
 */
export const OPERATIONS: readonly Operation<OperationParts>[] = [
  ...HEALTH_OPERATIONS,
  ...documentOperations(DOCUMENTS),
  ...CATALOG_OPERATIONS,
  ...KEY_OPERATIONS,
  ...SIMULATION_OPERATIONS,
  ...EVALUATION_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...SEASON_OPERATIONS,
  ...LEADERBOARD_OPERATIONS,
];
