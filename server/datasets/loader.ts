import { StartError } from "../errors.ts";
import { sha256Hex } from "../hash.ts";
import { unpackColumns } from "./column_file.ts";
import type { Columns } from "./csv.ts";
import { type Dataset, toDataset } from "./dataset.ts";
import type { ManifestEntry } from "../contracts/types.ts";
import { OFFICIAL_MANIFEST_SHA256 } from "./official_manifest.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The official datasets of the repository; a compiled program includes them. */
const OFFICIAL = new URL("../../datasets/", import.meta.url);

/**
 * Reads the datasets of a folder and verifies each file that it reads against the manifest. A packed
 * file is read in place of its CSV file, which is parsed when there is none or it cannot be used.
 *
 * @param folder of `manifest.json` and its files; null: the official datasets
 * @param report is told why a packed file cannot be used
 * @throws {StartError} that names the damaged or missing file
 */
export async function loadDatasets(
  folder: string | null,
  report: (sentence: string) => void,
): Promise<readonly Dataset[]> {
  const entries = await readManifest(await readDatasetFile(folder, "manifest.json"));
  return await Promise.all(entries.map(async (entry) => {
    return toDataset(entry, await loadColumns(folder, entry, report));
  }));
}

/** The official manifest was checked when it was made; any other is checked here. */
async function readManifest(bytes: Uint8Array<ArrayBuffer>): Promise<readonly ManifestEntry[]> {
  const text = decoder.decode(bytes);
  if (await sha256Hex(bytes) === OFFICIAL_MANIFEST_SHA256) return JSON.parse(text).datasets;
  // Only here, because it is slow to load.
  const { parseManifest } = await import("./manifest.ts");
  return parseManifest(text);
}

async function loadColumns(
  folder: string | null,
  { file, sha256, packed }: ManifestEntry,
  report: (sentence: string) => void,
): Promise<Columns> {
  if (packed) {
    try {
      return unpackColumns(packed.file, await readVerified(folder, packed), sha256);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      report(`${error.message}; ${file} is read in its place`);
    }
  }
  // Only here, because it is slow to load.
  const { parseColumns } = await import("./csv.ts");
  return parseColumns(file, decoder.decode(await readVerified(folder, { file, sha256 })));
}

/** @throws {StartError} when it is missing, or another than the manifest says */
async function readVerified(
  folder: string | null,
  wanted: Pick<ManifestEntry, "file" | "sha256">,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readDatasetFile(folder, wanted.file);
  const sha256 = await sha256Hex(bytes);
  if (sha256 === wanted.sha256) return bytes;
  throw new StartError(
    `Cannot use ${wanted.file}: its SHA-256 is ${sha256}, the manifest says ${wanted.sha256}`,
  );
}

/** @throws {StartError} that names the file */
async function readDatasetFile(
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
