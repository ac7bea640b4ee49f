import type { DatasetEntry, DatasetSummary } from "../../contracts/types.ts";
import { unpackColumns } from "../../datasets/column_file.ts";
import { type Columns, parseColumns } from "../../datasets/csv.ts";
import { type Dataset, toDataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { takeByRules } from "../../engine/take_by_rules.ts";
import { StartError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";

/** A dataset that passed the engine's checks. */
export interface TakenDataset {
  readonly entry: DatasetEntry;
  readonly columns: Columns;
  readonly dataset: Dataset;
  readonly summary: DatasetSummary;
}

/**
 * Reads a dataset of a folder and has the engine check every rule of its columns.
 *
 * @param isNamed whether a manifest lists the dataset, so that its fingerprints are known
 * @throws {StartError} at the first fault, with line and column if it is in the file
 */
export async function takeDataset(
  folder: string,
  entry: DatasetEntry,
  engine: Engine,
  { isNamed }: { readonly isNamed: boolean },
): Promise<TakenDataset> {
  const path = `${folder}/${entry.file}`;
  const bytes = await readBytes(path);
  const columns = parseColumns(path, decoded(path, bytes));
  if (isNamed) await checkFingerprint(path, bytes, entry.sha256);
  if (isNamed && entry.packed) await checkPacked(folder, entry, columns);
  const dataset = toDataset({ ...entry, file: path }, columns);
  return { entry, columns, dataset, summary: takeByRules(engine, dataset, path) };
}

async function checkFingerprint(path: string, bytes: BufferSource, wanted: string): Promise<void> {
  const found = await sha256Hex(bytes);
  if (found === wanted) return;
  throw new StartError(`Cannot use ${path}: its SHA-256 is ${found}, the manifest says ${wanted}`);
}

/** @throws {StartError} when the packed file's numbers differ from the CSV file's */
async function checkPacked(
  folder: string,
  { packed, sha256 }: DatasetEntry,
  { values }: Columns,
): Promise<void> {
  if (!packed) return;
  const path = `${folder}/${packed.file}`;
  const bytes = await readBytes(path);
  await checkFingerprint(path, bytes, packed.sha256);
  const unpacked = unpackColumns(path, bytes, sha256);
  const isSame = unpacked.values.length === values.length &&
    unpacked.values.every((value, at) => Object.is(value, values[at]));
  if (!isSame) {
    throw new StartError(`Cannot use ${path}: its numbers differ from the CSV file's`);
  }
}

/** Reads a file. */
export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Deno.readFile(path);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "it is missing" : String(cause);
    throw new StartError(`Cannot read ${path}: ${reason}`, { cause });
  }
}

/** Decodes UTF-8. */
export function decoded(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new StartError(`Cannot read ${path}: it is not UTF-8`, { cause });
  }
}
