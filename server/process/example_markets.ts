import { messageOf } from "../base/errors.ts";
import { EXAMPLE_FOLDER } from "../datasets/dataset_folders.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { loadFolder } from "../datasets/loader.ts";
import { reloadEngine } from "../engine/load.ts";
import { readCatalogSource } from "./compose.ts";
import type { Markets } from "./web_files.ts";

/** The engine of the examples is no later generation of the one that serves requests. */
const GENERATION = -1;

/**
 * Returns the real market of `datasets/examples`, which only the page runs: an engine that serves no
 * request describes it. A market that the server serves itself is left out, and so is a damaged one.
 *
 * @param served the datasets of the server
 * @param report receives the reason why the example is unusable
 */
export async function openExamples(
  module: WebAssembly.Module,
  served: readonly Dataset[],
  report: (sentence: string) => void,
): Promise<Markets> {
  try {
    const folder = { name: EXAMPLE_FOLDER, path: EXAMPLE, isFound: true };
    const { datasets } = await loadFolder(folder, report);
    const isServed = ({ header }: Dataset): boolean =>
      served.some(({ header: { marketId, marketKey } }) =>
        marketId === header.marketId || marketKey === header.marketKey
      );
    const examples = datasets.filter((dataset) => !isServed(dataset));
    if (examples.length === 0) return NOTHING;
    const engine = await reloadEngine(module, GENERATION);
    return { markets: readCatalogSource(engine, examples).markets(), datasets: examples };
  } catch (error) {
    report(`Cannot show the example market: ${messageOf(error)}`);
    return NOTHING;
  }
}

/** A compiled program includes the folder. */
const EXAMPLE = new URL(`../../${EXAMPLE_FOLDER}/`, import.meta.url);
const NOTHING: Markets = { markets: [], datasets: [] };
