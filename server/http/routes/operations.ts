import { CATALOG_OPERATIONS } from "./catalog.ts";
import { documentOperations, makeDocuments } from "./document.ts";
import { EVALUATION_OPERATIONS } from "./evaluations.ts";
import { HEALTH_OPERATIONS } from "./health.ts";
import { LEADERBOARD_OPERATIONS } from "./leaderboard.ts";
import type { Operation } from "./operation.ts";
import { SEARCH_OPERATIONS } from "./searches.ts";
import { SEASON_OPERATIONS } from "./seasons.ts";
import { SIMULATION_OPERATIONS } from "./simulations.ts";

/** The documents of the table below. */
export const DOCUMENTS = makeDocuments(() => OPERATIONS);

/**
 * Every operation of the service, and the only source of routes, scopes and the OpenAPI document.
 */
export const OPERATIONS: readonly Operation[] = [
  ...HEALTH_OPERATIONS,
  ...documentOperations(DOCUMENTS),
  ...CATALOG_OPERATIONS,
  ...SIMULATION_OPERATIONS,
  ...EVALUATION_OPERATIONS,
  ...SEARCH_OPERATIONS,
  ...SEASON_OPERATIONS,
  ...LEADERBOARD_OPERATIONS,
];
