import { lazy } from "../base/lazy.ts";
import type { Manifest } from "../contracts/types.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { loadDatasets, loadWithReal } from "../datasets/loader.ts";
import { parseManifest } from "../datasets/manifest.ts";
import type { Engine } from "../engine/engine.ts";
import { compileEngine, reloadEngine } from "../engine/load.ts";
import { okBytes } from "../engine/wire.ts";
import { ROOT } from "./root.ts";

const FOLDER = `${ROOT}datasets`;

export async function officialManifest(): Promise<Manifest> {
  return parseManifest("manifest.json", await Deno.readTextFile(`${FOLDER}/manifest.json`));
}

export async function officialDatasets(): Promise<readonly Dataset[]> {
  return await loadDatasets([FOLDER], unusable);
}

/** Returns the datasets of a server without imports: the official ones, and the box behind them. */
export async function servedDatasets(): Promise<readonly Dataset[]> {
  return await loadWithReal([FOLDER], unusable);
}

/** Returns the same with the box as markets of their own, as the page runs it. */
export async function pageDatasets(): Promise<readonly Dataset[]> {
  return (await servedDatasets()).map(({ header, columns }) => (
    { header: { ...header, served: true }, columns }
  ));
}

function unusable(sentence: string): never {
  throw new Error(sentence);
}

const module = lazy(compileEngine);
let generation = 0;

/** Returns a new engine with datasets. */
export async function makeEngine(datasets: readonly Dataset[] = []): Promise<Engine> {
  const engine = await reloadEngine(await module(), --generation);
  for (const dataset of datasets) okBytes(engine.addDataset(dataset));
  return engine;
}

/** Returns the official datasets, and a new engine with them. */
export async function officialParts(): Promise<
  { readonly datasets: readonly Dataset[]; readonly engine: Engine }
> {
  const datasets = await officialDatasets();
  return { datasets, engine: await makeEngine(datasets) };
}

/** Returns a column of a dataset, oldest value first. */
export function columnOf({ header, columns }: Dataset, name: string): Float64Array {
  const at = header.columns.indexOf(name);
  if (at < 0) throw new Error(`there is no column ${name}`);
  const rowCount = columns.length / header.columns.length;
  return columns.subarray(at * rowCount, (at + 1) * rowCount);
}
