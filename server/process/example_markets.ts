import { messageOf } from "../base/errors.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { REAL } from "../datasets/folder.ts";
import { loadFolder } from "../datasets/loader.ts";
import { reloadEngine } from "../engine/load.ts";
import { readCatalogSource } from "./catalog_source.ts";
import type { Markets } from "./web_files.ts";

/** The engine of the examples is no later generation of the one that serves requests. */
const GENERATION = -1;

/**
 * Returns the real maturities of the box, which only the page runs: an engine that serves no request
 * describes them. A market that the server serves itself is left out, and so is a damaged box.
 *
 * @param served the datasets of the server
 * @param report receives the reason why the box is unusable
 */
export async function openExamples(
  module: WebAssembly.Module,
  served: readonly Dataset[],
  report: (sentence: string) => void,
): Promise<Markets> {
  try {
    const { datasets } = await loadFolder(REAL, report);
    const isServed = ({ header }: Dataset): boolean =>
      served.some(({ header: { marketId, marketKey } }) =>
        marketId === header.marketId || marketKey === header.marketKey
      );
    const examples = datasets.filter((dataset) => !isServed(dataset));
    if (examples.length === 0) return NOTHING;
    const engine = await reloadEngine(module, GENERATION);
    return { markets: readCatalogSource(engine, examples).markets(), datasets: examples };
  } catch (error) {
    report(`Cannot show the real markets: ${messageOf(error)}`);
    return NOTHING;
  }
}

const NOTHING: Markets = { markets: [], datasets: [] };
