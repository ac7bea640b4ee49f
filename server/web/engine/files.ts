import { unpackColumns } from "../../datasets/column_file.ts";
import type { Dataset, DatasetHeader } from "../../datasets/dataset.ts";
import * as glue from "../../../pkg/arena_engine.js";
import type { Engine } from "../../engine/engine.ts";
import { WasmEngine } from "../../engine/wasm_engine.ts";
import { fetchFailure } from "./failure.ts";
import type { DatasetSource, Program, ProgramUrls } from "./messages.ts";
import { messageOf } from "../../base/errors.ts";
import { blocked, load, loadProgram } from "./program.ts";
import { sha256Hex } from "../../base/hash.ts";

/** The sources of an engine worker. Every method fails with `EngineFailure`. */
export interface Files {
  /** Loads the compiled engine and the list of datasets. */
  loadProgram(urls: ProgramUrls): Promise<Program>;
  /** Makes the engine of the worker, once. */
  makeEngine(module: WebAssembly.Module): Promise<Engine>;
  /** Returns a dataset of the server: generated from its seed where possible, else loaded. */
  loadDataset(entry: DatasetSource, engine: Engine): Promise<Dataset>;
  /** Loads a dataset of the reader's own from the browser; null when it keeps none of that name. */
  loadLocal(marketId: number, timeframe: string): Promise<Dataset | null>;
  /** Lists the datasets of the reader's own. */
  listLocal(): Promise<readonly DatasetHeader[]>;
}

/** The files of the page's server. */
export const SERVED_FILES: Omit<Files, "loadLocal" | "listLocal"> = {
  loadProgram,
  makeEngine: async (module) => await createEngine(module),
  loadDataset,
};

/**
 * Returns the engine of a worker; its bindings have one instance.
 *
 * @throws {EngineFailure} `blocked`
 */
export function createEngine(module: WebAssembly.Module): Engine {
  try {
    return new WasmEngine(glue, module);
  } catch (error) {
    throw blocked(messageOf(error));
  }
}

async function loadDataset(
  source: DatasetSource,
  engine: Engine,
): Promise<Dataset> {
  const { header, url } = source;
  const made = await generateAgain(engine, source);
  if (made !== null) return { header, columns: made };
  const bytes = new Uint8Array(await (await load(url)).arrayBuffer());
  try {
    return { header, columns: unpackColumns(url, bytes, header.sha256).values };
  } catch (error) {
    throw fetchFailure(url, messageOf(error));
  }
}

const encoder = new TextEncoder();

/**
 * Generates a dataset from the seed in its header, which takes less time than downloading its columns.
 * Returns null if the dataset was not generated, or if the columns have another fingerprint than the
 * server's; those must be downloaded.
 */
export async function generateAgain(
  engine: Pick<Engine, "generateColumns">,
  { header: { marketKey, timeframe, provenance }, columnsSha256 }: DatasetSource,
): Promise<Float64Array<ArrayBuffer> | null> {
  // A page that another machine serves without TLS cannot compute fingerprints.
  if (provenance.kind !== "synthetic" || globalThis.crypto.subtle === undefined) return null;
  const order = JSON.stringify({ marketKey, timeframe, seed: provenance.seed });
  const columns = engine.generateColumns(encoder.encode(order));
  return await sha256Hex(columns) === columnsSha256 ? columns : null;
}
