// deno-lint-ignore-file no-external-import -- a program for Node
import { readFile } from "node:fs/promises";
import * as glue from "../../pkg/arena_engine.js";
import { StartError } from "../../server/base/errors.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { parseColumns } from "../../server/datasets/csv.ts";
import { type Dataset, toDataset } from "../../server/datasets/dataset.ts";
import { entriesOf } from "../../server/datasets/entries.ts";
import { LocalVerifyEngine } from "../../server/engine/verify_engine.ts";
import { WasmEngine } from "../../server/engine/wasm_engine.ts";
import type { MarketFile } from "./markets.ts";

/** Beside this module in the package, and in `pkg/` of a checkout. */
const WASM = new URL("arena_engine_bg.wasm", import.meta.url);

/**
 * Returns the engine of a verification with the datasets of files.
 *
 * @throws {StartError} when a file is not the one that its manifest describes
 */
export async function openVerifyEngine(files: readonly MarketFile[]): Promise<LocalVerifyEngine> {
  const module = await WebAssembly.compile(new Uint8Array(await readFile(WASM)));
  const engine = new WasmEngine(glue, module);
  const datasets = await Promise.all(files.map(toVerified));
  for (const dataset of datasets) engine.addDataset(dataset);
  return new LocalVerifyEngine(engine, datasets);
}

async function toVerified({ manifest, file, csv }: MarketFile): Promise<Dataset> {
  const entry = entriesOf(manifest).find((one) => one.file === file);
  const sha256 = await sha256Hex(csv);
  if (entry?.sha256 !== sha256) {
    throw new StartError(
      `Cannot use ${file}: its SHA-256 is ${sha256}, the manifest says ${entry?.sha256}`,
    );
  }
  return toDataset(entry, parseColumns(file, csv));
}
