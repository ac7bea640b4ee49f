import { ApiError, StartError } from "../base/errors.ts";
import { lazy } from "../base/lazy.ts";
import type { Market } from "../contracts/catalog.ts";
import type { DatasetSummary } from "../contracts/types.ts";
import { type Dataset, isServed } from "../datasets/dataset.ts";
import { type LoadedDataset, toMarkets } from "../datasets/markets.ts";
import type { Engine } from "../engine/engine.ts";
import { CONTRACT_VERSION, EngineContractError, okJson } from "../engine/wire.ts";
import type { EngineVersions } from "../engine/wire_schemas.ts";
import { Catalog, type CatalogSource } from "../services/catalog.ts";

/**
 * Reads everything that an engine publishes. It gets the datasets when the markets are asked for
 * first, which throws a `StartError` when it rejects one.
 *
 * @throws {StartError} when the engine has another contract version
 */
export function readCatalogSource(engine: Engine, datasets: readonly Dataset[]): CatalogSource {
  const versions = okJson(engine.versions()) as EngineVersions;
  if (versions.contractVersion !== CONTRACT_VERSION) throw offContract();
  const added = lazy(() => datasets.map((dataset) => addDataset(engine, dataset)));
  const marketsOf = ({ served }: { readonly served: boolean }): readonly Market[] =>
    toMarkets(added().filter((_, at) => datasets.map(isServed)[at] === served));
  return {
    versions,
    profile: engine.familyProfile(),
    catalogue: engine.strategyCatalogue(),
    markets: lazy(() => marketsOf({ served: true })),
    pageMarkets: lazy(() => marketsOf({ served: false })),
  };
}

/**
 * Makes the catalogue of a server.
 *
 * @throws {StartError} when something that the engine publishes is off contract
 */
export async function makeCatalog(source: CatalogSource): Promise<Catalog> {
  try {
    return await Catalog.of(source);
  } catch (cause) {
    throw cause instanceof EngineContractError ? offContract(cause) : cause;
  }
}

function offContract(cause?: EngineContractError): StartError {
  return new StartError(
    "Cannot use the engine: it does not match this server's contract, rebuild it",
    { cause },
  );
}

function addDataset(engine: Engine, dataset: Dataset): LoadedDataset {
  const { marketKey, marketName: name, timeframe } = dataset.header;
  try {
    const summary = okJson(engine.addDataset(dataset)) as DatasetSummary;
    return { name, summary };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new StartError(`Cannot use the ${timeframe} dataset of ${marketKey}: ${reason}`, {
      cause: error,
    });
  }
}
