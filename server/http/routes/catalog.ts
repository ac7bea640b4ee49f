import { FAMILY_ID } from "../../contracts/family_id.ts";
import { BASE_COST } from "../../limits/cost.ts";
import { charge } from "../charge.ts";
import { respondPublished } from "../respond.ts";
import type { Catalog } from "../../services/catalog.ts";
import type { Published } from "../../services/published.ts";
import type { Operation } from "./operation.ts";

const FAMILY_PATH = `/v1/families/${FAMILY_ID}`;
const STRATEGY_PATH = `${FAMILY_PATH}/strategies/{strategyId}`;

/** What the catalogue is published from. */
export interface CatalogParts {
  /** Made on first use, because the schemas are slow to load. */
  readonly catalog: () => Promise<Catalog>;
}

/** Operations that read the family, its markets and its strategies. */
export const CATALOG_OPERATIONS: readonly Operation<CatalogParts>[] = [
  read({
    id: "listFamilies",
    path: "/v1/families",
    summary: "Lists the families",
    find: (catalog) => catalog.families,
  }),
  read({
    id: "getFamily",
    path: FAMILY_PATH,
    summary: "Returns the family: execution policy, scoring formula, gates, versions",
    find: (catalog) => catalog.family,
  }),
  read({
    id: "listMarkets",
    path: `${FAMILY_PATH}/markets`,
    summary: "Lists the markets with their datasets",
    find: (catalog) => catalog.markets,
  }),
  read({
    id: "listStrategies",
    path: `${FAMILY_PATH}/strategies`,
    summary: "Lists the strategies",
    find: (catalog) => catalog.strategies,
  }),
  read({
    id: "getStrategy",
    path: STRATEGY_PATH,
    summary: "Returns a strategy with its parameters",
    find: (catalog, strategyId) => catalog.strategy(strategyId),
  }),
  read({
    id: "getStrategyParameters",
    path: `${STRATEGY_PATH}/parameters`,
    summary: "Returns the parameters of a strategy, their constraints and a JSON Schema",
    find: (catalog, strategyId) => catalog.parameters(strategyId),
  }),
];

interface Read extends Pick<Operation, "id" | "path" | "summary"> {
  /** Returns the response body; `strategyId` is empty on paths without one. */
  find(catalog: Catalog, strategyId: string): Published;
}

function read({ find, ...definition }: Read): Operation<CatalogParts> {
  return {
    ...definition,
    method: "get",
    hasBody: false,
    scope: "strategy:read",
    tag: "catalog",
    cost: `${BASE_COST} compute unit`,
    isConditional: true,
    codes: definition.path.startsWith(STRATEGY_PATH) ? ["STRATEGY_NOT_FOUND"] : [],
    handle: async (c, deps) => {
      charge(c, deps, BASE_COST);
      const catalog = await deps.catalog();
      return respondPublished(c, deps, find(catalog, c.req.param("strategyId") ?? ""));
    },
  };
}
