import type { Market } from "../contracts/catalog.ts";
import { FAMILY_ID } from "../contracts/scalar.ts";
import type { Catalogue, EngineFacts, FamilyProfile } from "../engine/wire.ts";
import { ApiError } from "../errors/api_error.ts";
import { parameterSchema } from "./parameter_schema.ts";
import { publish, type Published } from "./published.ts";

/** What the engine says of itself and of its datasets. */
export interface CatalogSource {
  readonly versions: EngineFacts;
  readonly profile: FamilyProfile;
  readonly catalogue: Catalogue;
  readonly markets: readonly Market[];
}

const FAMILY_NAME = "Strategy arena";
const FAMILY_SUMMARY =
  "Long-only strategies on the principal tokens of yield markets, scored against buying and holding";

type Entry = Catalogue["strategies"][number];

/** Everything that can be read, finished when the process starts. */
export class Catalog {
  readonly families: Published;
  readonly family: Published;
  readonly markets: Published;
  readonly strategies: Published;
  readonly #strategies: ReadonlyMap<string, Published>;
  readonly #parameters: ReadonlyMap<string, Published>;

  constructor({ versions, profile, catalogue, markets }: CatalogSource) {
    const family = {
      familyId: FAMILY_ID,
      name: FAMILY_NAME,
      summary: FAMILY_SUMMARY,
      versions,
    };
    const { strategies } = catalogue;
    this.families = publish([family]);
    this.family = publish({ ...profile, ...family });
    this.markets = publish(markets);
    this.strategies = publish(strategies.map((entry) => toSummary(entry, markets)));
    this.#strategies = byId(strategies, (entry) => {
      const { parameters, relations } = entry;
      return { ...toSummary(entry, markets), parameters, relations };
    });
    this.#parameters = byId(strategies, ({ strategyId, parameters, relations }) => {
      return { strategyId, parameters, relations, schema: parameterSchema(strategyId, parameters) };
    });
  }

  /** @throws {ApiError} STRATEGY_NOT_FOUND */
  strategy(strategyId: string): Published {
    return this.#strategies.get(strategyId) ?? notFound(strategyId);
  }

  /** @throws {ApiError} STRATEGY_NOT_FOUND */
  parameters(strategyId: string): Published {
    return this.#parameters.get(strategyId) ?? notFound(strategyId);
  }
}

function toSummary(entry: Entry, markets: readonly Market[]): Record<string, unknown> {
  const { strategyId, name, category, summary, source, requiredFeatures } = entry;
  const runnableOn = markets
    .filter(({ features }) => requiredFeatures.every((feature) => features.includes(feature)))
    .map(({ id }) => id);
  return { strategyId, name, category, summary, source, requiredFeatures, runnableOn };
}

function byId(
  strategies: readonly Entry[],
  project: (entry: Entry) => unknown,
): ReadonlyMap<string, Published> {
  return new Map(strategies.map((entry) => [entry.strategyId, publish(project(entry))]));
}

function notFound(strategyId: string): never {
  throw new ApiError(
    "STRATEGY_NOT_FOUND",
    `Cannot find the strategy "${strategyId.slice(0, 64)}": it is not in the catalogue, see ` +
      `GET /v1/families/${FAMILY_ID}/strategies`,
  );
}
