import { StartError } from "../errors.ts";
import { sha256Hex } from "../hash.ts";
import { parseColumns } from "./csv.ts";
import { type Dataset, toDataset } from "./dataset.ts";
import type { ManifestEntry } from "../contracts/types.ts";
import { parseManifest } from "./manifest.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The official datasets of the repository; a compiled program includes them. */
const OFFICIAL = new URL("../../datasets/", import.meta.url);

/**
 * Reads the datasets of a folder and verifies each file against the manifest.
 *
 * @param folder of `manifest.json` and its files; null: the official datasets
 * @throws {StartError} that names the damaged or missing file
 */
export async function loadDatasets(folder: string | null): Promise<readonly Dataset[]> {
  const entries = parseManifest(decoder.decode(await readDatasetFile(folder, "manifest.json")));
  return await Promise.all(entries.map((entry) => loadDataset(folder, entry)));
}

async function loadDataset(folder: string | null, entry: ManifestEntry): Promise<Dataset> {
  const bytes = await readDatasetFile(folder, entry.file);
  const sha256 = await sha256Hex(bytes);
  if (sha256 !== entry.sha256) {
    throw new StartError(
      `Cannot use ${entry.file}: its SHA-256 is ${sha256}, the manifest says ${entry.sha256}`,
    );
  }
  return toDataset(entry, parseColumns(entry.file, decoder.decode(bytes)));
}

/**
 * Reads a file beside the manifest, or the manifest.
 *
 * @param folder as for `loadDatasets`
 * @throws {StartError} that names the file
 */
export async function readDatasetFile(
  folder: string | null,
  file: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Deno.readFile(folder === null ? new URL(file, OFFICIAL) : `${folder}/${file}`);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "it is missing" : String(cause);
    throw new StartError(`Cannot read ${file} in ${folder ?? "datasets"}: ${reason}`, { cause });
  }
}
