import type { DatasetSummary } from "../contracts/types.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { loadWithReal } from "../datasets/loader.ts";
import type { Engine } from "../engine/engine.ts";
import { compileEngine, loadEngine } from "../engine/load.ts";
import { okJson } from "../engine/wire.ts";
import type { Config } from "../process/config.ts";
import { printError } from "../process/output.ts";

/** An engine with all datasets of a configuration. */
export interface OpenEngine {
  readonly module: WebAssembly.Module;
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly summaries: readonly DatasetSummary[];
}

/**
 * Compiles the engine and loads the datasets of a command.
 *
 * @throws {StartError} that names a damaged or missing file
 */
export async function openEngine(
  { datasetFolders }: Pick<Config, "datasetFolders">,
): Promise<OpenEngine> {
  const [module, datasets] = await Promise.all([
    compileEngine(),
    loadWithReal(datasetFolders, printError),
  ]);
  const engine = loadEngine(module);
  const summaries = datasets.map((dataset) => okJson(engine.addDataset(dataset)) as DatasetSummary);
  return { module, engine, datasets, summaries };
}
