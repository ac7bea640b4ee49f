/**
 * Verification of what an arena published. The module beside `arena.js` that `verify` loads.
 *
 * @module
 */
import "./uint8array_text.ts";
import * as glue from "../../pkg/arena_engine.js";
import { StartError } from "../../server/base/errors.ts";
import { sha256Hex } from "../../server/base/hash.ts";
import { type Dataset, toDataset } from "../../server/datasets/dataset.ts";
import { entriesOf } from "../../server/datasets/entries.ts";
import { LocalVerifyEngine } from "../../server/season/verify/verify_engine.ts";
import { WasmEngine } from "../../server/engine/wasm_engine.ts";
import type { Finding } from "../../server/season/verify/finding.ts";
import { readKeys } from "../../server/season/verify/signature.ts";
import { verify as verifyFile } from "../../server/season/verify/verify.ts";
import type { Arena, MarketFile, VerifyOptions } from "./arena.ts";

/** `Arena.open` has loaded the one instance that the bindings have, so they need no module. */
const LOADED = undefined as unknown as WebAssembly.Module;

/** Verifies a file with an open engine, see `verify` of `arena.ts`. */
export async function* verifyWith(
  arena: Arena,
  file: Uint8Array,
  { read, markets = [], keys, head, sample }: VerifyOptions,
): AsyncGenerator<Finding, void> {
  yield* verifyFile(file, {
    files: {
      place: "the files of the caller",
      read: async (path) => {
        const bytes = await read(path);
        return bytes && new Uint8Array(bytes);
      },
    },
    engine: await openVerifyEngine(arena, markets),
    keys: keys === undefined
      ? null
      : { list: await readKeys(new Uint8Array(keys)), place: "the keys of the caller" },
    head: head ?? null,
    sample: sample ?? null,
    random: Math.random,
  });
}

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
  const engine = new WasmEngine(glue, LOADED);
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
