import type { DatasetEntry, Manifest } from "../contracts/types.ts";
import { IMPORTED_ID_MIN, LOCAL_ID_MIN, originOf } from "../contracts/market_ids.ts";
import { IMPORTS_FOLDER, OFFICIAL_FOLDER, REAL_FOLDER } from "./dataset_folders.ts";
import { StartError } from "../base/errors.ts";
import { sha256Hex } from "../base/hash.ts";
import { entriesOf } from "./entries.ts";
import { OFFICIAL_MANIFEST_SHA256 } from "./official_manifest.ts";

const MANIFEST = "manifest.json";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** The official datasets of the repository; a compiled program includes them. */
const OFFICIAL = new URL(`../../${OFFICIAL_FOLDER}/`, import.meta.url);

export interface DatasetFolder {
  /** Its name in messages. */
  readonly name: string;
  /** A path, or the URL of a folder beside the program. */
  readonly path: string | URL;
  /** Whether it was found among the imported markets, and not named by the operator. */
  readonly isFound: boolean;
}

/** The real maturities of the box; a compiled program includes them. */
export const REAL: DatasetFolder = {
  name: REAL_FOLDER,
  path: new URL(`../../${REAL_FOLDER}/`, import.meta.url),
  isFound: true,
};

/** A folder with its parsed manifest. */
export interface ReadFolder extends DatasetFolder {
  readonly manifest: Manifest;
  /** Its datasets, each with the facts of its market. */
  readonly entries: readonly DatasetEntry[];
}

/**
 * Returns the folders whose datasets are loaded: the given folders, the official one first. Without
 * them, these are the official folder beside the program and every folder of `data/datasets` with a
 * manifest, by name.
 *
 * @param named null when no folder was given
 * @param imports the folder of imported markets
 */
export async function listFolders(
  named: readonly string[] | null,
  imports = IMPORTS_FOLDER,
): Promise<readonly DatasetFolder[]> {
  if (named !== null) return named.map((path) => ({ name: path, path, isFound: false }));
  const official = { name: OFFICIAL_FOLDER, path: OFFICIAL, isFound: false };
  return [official, ...await listImports(imports)];
}

/**
 * Returns the subfolders that have a manifest, by name. A folder that does not exist or may not be
 * read has no subfolders.
 */
async function listImports(parent: string): Promise<readonly DatasetFolder[]> {
  try {
    const found = await Array.fromAsync(Deno.readDir(parent));
    const paths = found.map(({ name }) => `${parent}/${name}`).toSorted();
    const exist = await Promise.all(paths.map(hasManifest));
    return paths.filter((_, at) => exist[at]).map((path) => ({ name: path, path, isFound: true }));
  } catch (error) {
    const { NotFound, NotCapable } = Deno.errors;
    if (error instanceof NotFound || error instanceof NotCapable) return [];
    throw new StartError(`Cannot read ${parent}: ${String(error)}`, { cause: error });
  }
}

async function hasManifest(folder: string): Promise<boolean> {
  try {
    return (await Deno.stat(`${folder}/${MANIFEST}`)).isFile;
  } catch {
    return false;
  }
}

/**
 * Reads the manifests of folders.
 *
 * @param folders the official folder first; it has the markets below 1000, the others are imported
 * @throws {StartError} that names file and field, or both folders with the same market
 */
export async function readFolders(
  folders: readonly DatasetFolder[],
): Promise<readonly ReadFolder[]> {
  const read = await Promise.all(folders.map(readFolder));
  read.forEach((folder, at) => checkAmong(folder, read.slice(0, at)));
  return read;
}

/**
 * Checks a folder against those before it.
 *
 * @throws {StartError} that names the market, or both folders with the same market
 */
export function checkAmong(folder: ReadFolder, earlier: readonly ReadFolder[]): void {
  checkIds(folder, earlier.length === 0);
  for (const other of earlier) checkDistinct(other, folder);
}

/** Reads the manifest of a folder. */
export async function readFolder(folder: DatasetFolder): Promise<ReadFolder> {
  const manifest = await readManifest(folder);
  return { ...folder, manifest, entries: entriesOf(manifest) };
}

/** The manifests of the repository are checked by its tests; any other is checked here. */
async function readManifest(folder: DatasetFolder): Promise<Manifest> {
  const bytes = await readFolderFile(folder, MANIFEST);
  const text = decoder.decode(bytes);
  const isOwn = folder === REAL || await sha256Hex(bytes) === OFFICIAL_MANIFEST_SHA256;
  if (isOwn) return JSON.parse(text);
  // Imported on demand: the schemas are slow to load.
  const { parseManifest } = await import("./manifest.ts");
  return parseManifest(`${folder.name}/${MANIFEST}`, text);
}

function checkIds({ name, manifest: { markets } }: ReadFolder, isOfficial: boolean): void {
  const wanted = isOfficial ? "official" : "imported";
  const wrong = markets.find(({ marketId }) => originOf(marketId) !== wanted);
  if (wrong === undefined) return;
  const rule = isOfficial
    ? `the first folder is the official one, whose markets are 1 to ${IMPORTED_ID_MIN - 1}`
    : `1 to ${IMPORTED_ID_MIN - 1} are those of the official folder, imported markets are from ` +
      `${IMPORTED_ID_MIN} to ${
        LOCAL_ID_MIN - 1
      }, and those above are what a browser keeps to itself`;
  throw new StartError(`Cannot use ${name}: it has a market ${wrong.marketId}; ${rule}`);
}

/** @throws {StartError} when two folders have a market with the same id or key */
function checkDistinct(one: ReadFolder, other: ReadFolder): void {
  for (const market of other.manifest.markets) {
    for (const name of ["marketId", "marketKey"] as const) {
      if (!one.manifest.markets.some((known) => known[name] === market[name])) continue;
      const both = `${one.name} and ${other.name}`;
      throw new StartError(`Cannot use ${both}: both have a market with ${name} ${market[name]}`);
    }
  }
}

/** @throws {StartError} that names the file */
export async function readFolderFile(
  { name, path }: DatasetFolder,
  file: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await Deno.readFile(path instanceof URL ? new URL(file, path) : `${path}/${file}`);
  } catch (cause) {
    const reason = cause instanceof Deno.errors.NotFound ? "it is missing" : String(cause);
    throw new StartError(`Cannot read ${name}/${file}: ${reason}`, { cause });
  }
}
