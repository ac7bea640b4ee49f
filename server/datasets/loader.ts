import type { DatasetEntry } from "../contracts/types.ts";
import { StartError } from "../base/errors.ts";
import { IMPORTS_FOLDER } from "./dataset_folders.ts";
import { sha256Hex } from "../base/hash.ts";
import { unpackColumns } from "./column_file.ts";
import type { Columns } from "./csv.ts";
import { type Dataset, toDataset } from "./dataset.ts";
import {
  checkAmong,
  type DatasetFolder,
  listFolders,
  type ReadFolder,
  readFolder,
  readFolderFile,
  REAL,
} from "./folder.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the datasets of folders and verifies each file against its manifest. A packed file is read in
 * place of its CSV file, which is parsed only when the packed file is missing or unusable.
 *
 * @param named the folders, the official one first; null for the official folder beside the program
 * and the imported markets
 * @param report receives the reason why a packed file is unusable, or why a folder was skipped
 * @param skipped receives the name of a folder of imported markets that is unusable: one bad import
 * does not keep the others from being served
 * @param imports the folder of imported markets, where another than that of the program is meant
 * @throws {StartError} that names the damaged or missing file of a folder that was named
 */
export async function loadDatasets(
  named: readonly string[] | null,
  report: (sentence: string) => void,
  skipped: (folder: string) => void = () => {},
  imports = IMPORTS_FOLDER,
): Promise<readonly Dataset[]> {
  const loaded = await Promise.all((await listFolders(named, imports)).map(async (folder) => {
    try {
      return await loadFolder(folder, report);
    } catch (error) {
      return skip(folder, error);
    }
  }));
  const kept: ReadFolder[] = [];
  return loaded.flatMap((one) => {
    if (one === null) return [];
    try {
      checkAmong(one.folder, kept);
    } catch (error) {
      skip(one.folder, error);
      return [];
    }
    kept.push(one.folder);
    return one.datasets;
  });

  function skip({ name, isFound }: DatasetFolder, error: unknown): null {
    if (!isFound || !(error instanceof StartError)) throw error;
    skipped(name);
    report(`${error.message}; ${name} is skipped`);
    return null;
  }
}

/**
 * Reads the datasets of folders as {@linkcode loadDatasets} does, and behind them the real maturities
 * of the box that are none of their markets. An evaluation runs on those, and no candidate names them.
 */
export async function loadWithReal(
  named: readonly string[] | null,
  report: (sentence: string) => void,
  skipped?: (folder: string) => void,
): Promise<readonly Dataset[]> {
  const box = loadFolder(REAL, report).catch((error) => {
    if (!(error instanceof StartError)) throw error;
    report(`${error.message}; no evaluation has real maturities of the box`);
    return { datasets: [] };
  });
  const served = await loadDatasets(named, report, skipped);
  const isServed = ({ header }: Dataset): boolean =>
    served.some(({ header: { marketId, marketKey } }) =>
      marketId === header.marketId || marketKey === header.marketKey
    );
  const unserved = (await box).datasets.filter((dataset) => !isServed(dataset))
    .map(({ header, columns }) => ({ header: { ...header, served: false }, columns }));
  return [...served, ...unserved];
}

/** Reads the datasets of one folder; see {@linkcode loadDatasets}. */
async function loadFolder(
  found: DatasetFolder,
  report: (sentence: string) => void,
): Promise<{ readonly folder: ReadFolder; readonly datasets: readonly Dataset[] }> {
  const folder = await readFolder(found);
  const datasets = await Promise.all(folder.entries.map(async (entry) => {
    const columns = await loadColumns(folder, entry, report);
    return toDataset({ ...entry, file: shownPath(folder, entry.file) }, columns);
  }));
  return { folder, datasets };
}

async function loadColumns(
  folder: DatasetFolder,
  { file, sha256, packed }: DatasetEntry,
  report: (sentence: string) => void,
): Promise<Columns> {
  if (packed) {
    try {
      const bytes = await readVerified(folder, packed);
      return unpackColumns(shownPath(folder, packed.file), bytes, sha256);
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      report(`${error.message}; ${shownPath(folder, file)} is read in its place`);
    }
  }
  // Imported on demand: the CSV parser is slow to load.
  const { parseColumns } = await import("./csv.ts");
  const text = decoder.decode(await readVerified(folder, { file, sha256 }));
  return parseColumns(shownPath(folder, file), text);
}

/** @throws {StartError} when the file is missing or does not match the manifest */
async function readVerified(
  folder: DatasetFolder,
  wanted: Pick<DatasetEntry, "file" | "sha256">,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readFolderFile(folder, wanted.file);
  const sha256 = await sha256Hex(bytes);
  if (sha256 === wanted.sha256) return bytes;
  const file = shownPath(folder, wanted.file);
  throw new StartError(
    `Cannot use ${file}: its SHA-256 is ${sha256}, the manifest says ${wanted.sha256}`,
  );
}

/** Returns the name of a file in messages, with its folder: imported markets share file names. */
function shownPath({ name }: DatasetFolder, file: string): string {
  return `${name}/${file}`;
}
