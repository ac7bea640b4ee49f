// This module is browser compatible.

import type { SeasonVersions } from "../../contracts/season.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { okValue } from "../../engine/wire.ts";
import { EngineVersionsSchema } from "../../engine/wire_schemas.ts";

/** Returns the name of the board that has the market and the timeframe of a dataset. */
function boardOfDataset({ header: { marketKey, timeframe } }: Dataset): string {
  return `${marketKey}-${timeframe}`;
}

/** Returns the datasets that a season can have boards of, those with a generator, by their boards. */
export function boardDatasets(datasets: readonly Dataset[]): ReadonlyMap<string, Dataset> {
  const generated = datasets.filter(({ header }) => header.provenance.kind === "synthetic");
  return new Map(generated.map((dataset) => [boardOfDataset(dataset), dataset]));
}

/**
 * Returns the versions that decide the numbers of a season in this program.
 *
 * @throws {Error} without a dataset that has a generator
 */
export function seasonVersions(engine: Engine, datasets: readonly Dataset[]): SeasonVersions {
  const { policyVersion, formulaVersion, catalogueHash, engineVersion } = okValue(
    EngineVersionsSchema,
    engine.versions(),
  );
  const generators = datasets.flatMap(({ header: { provenance } }) =>
    provenance.kind === "synthetic" ? [provenance.generatorVersion] : []
  );
  const [generatorVersion] = generators;
  if (generatorVersion === undefined) throw new Error("no dataset has a generator");
  return { generatorVersion, policyVersion, formulaVersion, catalogueHash, engineVersion };
}
