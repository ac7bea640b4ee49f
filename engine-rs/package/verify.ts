// deno-lint-ignore-file no-external-import -- a program for Node
import { readFile } from "node:fs/promises";
import * as glue from "../../pkg/arena_engine.js";
import { StartError } from "../../server/base/errors.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { type Dataset, toDataset } from "../../server/datasets/dataset.ts";
import { entriesOf } from "../../server/datasets/entries.ts";
import { LocalVerifyEngine } from "../../server/engine/verify_engine.ts";
import { WasmEngine } from "../../server/engine/wasm_engine.ts";
import type { Arena } from "./arena.ts";
import type { MarketFile } from "./markets.ts";

/** Beside this module in the package, and in `pkg/` of a checkout. */
const WASM = new URL("arena_engine_bg.wasm", import.meta.url);

/**
 * Returns the engine of a verification with the datasets of files.
 *
 * @param arena reads the files, so that the package has one reader
 * @throws {StartError} when a file is not the one that its manifest describes
 */
export async function openVerifyEngine(
  arena: Arena,
  files: readonly MarketFile[],
): Promise<LocalVerifyEngine> {
  const module = await WebAssembly.compile(new Uint8Array(await readFile(WASM)));
  const engine = new WasmEngine(glue, module);
  const datasets = await Promise.all(files.map((file) => toVerified(arena, file)));
  for (const dataset of datasets) engine.addDataset(dataset);
  return new LocalVerifyEngine(engine, datasets);
}

async function toVerified(arena: Arena, { manifest, file, csv }: MarketFile): Promise<Dataset> {
  const entry = entriesOf(manifest).find((one) => one.file === file);
  const sha256 = await sha256Hex(csv);
  if (entry?.sha256 !== sha256) {
    throw new StartError(
      `Cannot use ${file}: its SHA-256 is ${sha256}, the manifest says ${entry?.sha256}`,
    );
  }
  arena.addMarket(manifest, file, csv);
  const columns = Object.entries(arena.columns(file) ?? {});
  return toDataset(entry, {
    names: columns.map(([name]) => name),
    rowCount: entry.bars,
    values: Float64Array.from(columns.flatMap(([, values]) => [...values])),
  });
}
