// This module is browser compatible.

import type { Market } from "../contracts/catalog.ts";
import { FAMILY_ID } from "../contracts/family_id.ts";
import { okValue, onContract } from "../engine/wire.ts";
import type { Catalogue, EngineVersions } from "../engine/wire_schemas.ts";
import { notFound } from "./answer.ts";
import { nearestText } from "../wording/nearest.ts";
import { withLines } from "../wording/language.ts";
import { parameterSchema } from "./parameter_schema.ts";
import { publish, type Published } from "./published.ts";

/** The published data of the engine and its datasets, checked when the catalog is made. */
export interface CatalogSource {
  readonly versions: EngineVersions;
  /** The result of `familyProfile()`. */
  readonly profile: Uint8Array;
  /** The result of `strategyCatalogue()`. */
  readonly catalogue: Uint8Array;
  /** Made on first use, when the engine receives the datasets. */
  readonly markets: () => readonly Market[];
  /** The real maturities that only the page runs. */
  readonly pageMarkets: () => readonly Market[];
}

const FAMILY_NAME = "Strategy arena";
const FAMILY_SUMMARY =
  "Long-only strategies on the principal tokens of yield markets, scored against buying and holding";

type Entry = Catalogue["strategies"][number];

/** The responses of all reads, made once. */
export class Catalog {
  readonly families: Published;
  readonly family: Published;
  readonly markets: Published;
  readonly strategies: Published;
  /** The markets listed by `markets`. */
  readonly marketList: readonly Market[];
  readonly #strategies: ReadonlyMap<string, Published>;
  readonly #parameters: ReadonlyMap<string, Published>;

  private constructor(
    [families, family, markets, strategies]: readonly [Published, Published, Published, Published],
    byId: ReadonlyMap<string, Published>,
    parameters: ReadonlyMap<string, Published>,
    marketList: readonly Market[],
  ) {
    this.families = families;
    this.family = family;
    this.markets = markets;
    this.strategies = strategies;
    this.#strategies = byId;
    this.#parameters = parameters;
    this.marketList = marketList;
  }

  /**
   * Makes the catalog from its source.
   *
   * @throws {EngineContractError} when the engine's data does not match the contract
   */
  static async of(source: CatalogSource): Promise<Catalog> {
    // Imported on demand: the schemas are slow to load.
    const schemas = await import("../engine/wire_schemas.ts");
    const versions = onContract(schemas.EngineVersionsSchema, source.versions);
    const profile = okValue(schemas.FamilyProfileSchema, source.profile);
    const strategies = okValue(schemas.CatalogueSchema, source.catalogue).strategies.map(
      ({ language, ...entry }) => language ? { ...entry, language: withLines(language) } : entry,
    );
    const markets = onContract(schemas.MarketsSchema, source.markets());
    const family = { familyId: FAMILY_ID, name: FAMILY_NAME, summary: FAMILY_SUMMARY, versions };
    const lists = await Promise.all([
      publish([family]),
      publish({ ...profile, ...family }),
      publish(markets),
      publish(strategies.map((entry) => toSummary(entry, markets))),
    ]);
    const byId = await publishEach(strategies, (entry) => {
      const { parameters, relations, language } = entry;
      return { ...toSummary(entry, markets), parameters, relations, language };
    });
    const ofEach = await publishEach(strategies, (entry) => {
      const { strategyId, parameters, relations, language } = entry;
      return { strategyId, parameters, relations, language, schema: parameterSchema(entry) };
    });
    return new Catalog(lists, byId, ofEach, markets);
  }

  /** @throws {ApiError} STRATEGY_NOT_FOUND */
  strategy(strategyId: string): Published {
    return this.#strategies.get(strategyId) ?? this.#notFound(strategyId);
  }

  /** @throws {ApiError} STRATEGY_NOT_FOUND */
  parameters(strategyId: string): Published {
    return this.#parameters.get(strategyId) ?? this.#notFound(strategyId);
  }

  #notFound(strategyId: string): never {
    const nearest = nearestText(strategyId, [...this.#strategies.keys()]);
    throw notFound(
      "STRATEGY_NOT_FOUND",
      `the strategy "${strategyId.slice(0, 64)}"`,
      `it is not in the catalogue${nearest}`,
      `/v1/families/${FAMILY_ID}/strategies`,
    );
  }
}

function toSummary(entry: Entry, markets: readonly Market[]): Record<string, unknown> {
  const { strategyId, name, category, summary, source, requiredFeatures } = entry;
  const runnableOn = markets
    .filter(({ features }) => requiredFeatures.every((feature) => features.includes(feature)))
    .map(({ id }) => id);
  return { strategyId, name, category, summary, source, requiredFeatures, runnableOn };
}

async function publishEach(
  strategies: readonly Entry[],
  project: (entry: Entry) => unknown,
): Promise<ReadonlyMap<string, Published>> {
  return new Map(
    await Promise.all(strategies.map(async (entry) => {
      return [entry.strategyId, await publish(project(entry))] as const;
    })),
  );
}
