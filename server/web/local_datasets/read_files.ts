import type { DatasetEntry } from "../../contracts/types.ts";
import { parseColumns } from "../../datasets/csv.ts";
import { toDataset } from "../../datasets/dataset.ts";
import { entriesOf } from "../../datasets/entries.ts";
import type { MarketFile } from "../../datasets/import/market_files.ts";
import { parseManifest } from "../../datasets/manifest.ts";
import type { Engine } from "../../engine/engine.ts";
import { takeByRules } from "../../engine/take_by_rules.ts";
import { StartError } from "../../base/errors.ts";
import { sha256, sha256Hex } from "../../base/hash.ts";
import type { CheckedDataset, Reading, TypedFacts } from "./reader_messages.ts";
import { LOCAL_ID_MIN, MARKET_ID_MAX } from "../../contracts/market_ids.ts";
import { importFiles } from "./import_files.ts";

const MANIFEST = "manifest.json";

/**
 * Reads datasets from files: a folder that the importer has made, or sources that it imports here.
 *
 * @param facts null: not asked for yet
 * @param engine checks the columns, and holds the datasets afterwards
 * @throws {StartError} at the first fault, with line and column if a file has it
 */
export async function readFiles(
  files: readonly File[],
  facts: TypedFacts | null,
  engine: Engine,
): Promise<Reading> {
  if (files.length === 0) {
    throw new StartError("Cannot take these files: none is a CSV or JSON file");
  }
  if (files.some(({ name }) => name === MANIFEST)) {
    const folder = await Promise.all(
      files.filter(({ name }) => name === MANIFEST || /\.csv$/i.test(name)).map(async (file) => ({
        name: file.name,
        content: new Uint8Array(await file.arrayBuffer()),
      })),
    );
    return { kind: "datasets", datasets: await readFolder(folder, engine), report: [] };
  }
  const made = await importFiles(files, facts);
  if ("asked" in made) return { kind: "asked", asked: made.asked };
  const { report } = made;
  return { kind: "datasets", datasets: await readFolder(made.files, engine), report };
}

/** Takes the datasets of a folder whose CSV files are given; every given file needs an entry. */
async function readFolder(
  files: readonly MarketFile[],
  engine: Engine,
): Promise<readonly CheckedDataset[]> {
  const manifest = files.find(({ name }) => name === MANIFEST);
  const given = files.filter(({ name }) => /\.csv$/i.test(name));
  const entries = entriesOf(
    parseManifest(MANIFEST, decodeText(MANIFEST, manifest?.content ?? new Uint8Array())),
  );
  const names = entries.map(({ file }) => file);
  const stranger = given.find(({ name }) => !names.includes(name));
  if (stranger !== undefined) {
    const all = names.join(", ");
    throw new StartError(
      `Cannot take ${stranger.name}: ${MANIFEST} does not name it, it names ${all}`,
    );
  }
  if (given.length === 0) {
    throw new StartError(`Cannot take ${MANIFEST} alone: drop ${names.join(" or ")} with it`);
  }
  const taken = await Promise.all(entries.map(async (entry) => {
    const file = given.find(({ name }) => name === entry.file);
    if (file === undefined) return [];
    return [{ file, sha256: await sha256Hex(file.content), id: await localId(entry.marketKey) }];
  }));
  return entries.flatMap((entry, at) =>
    (taken[at] ?? []).map(({ file, sha256, id }) =>
      take(file, sha256, { ...entry, marketId: id }, engine)
    )
  );
}

/** Renames the file after its timeframe, as the importer does. */
function take(
  { name, content }: MarketFile,
  found: string,
  entry: DatasetEntry,
  engine: Engine,
): CheckedDataset {
  if (found !== entry.sha256) {
    const says = `the manifest says ${entry.sha256}`;
    throw new StartError(`Cannot use ${name}: its SHA-256 is ${found}, ${says}`);
  }
  const dataset = toDataset(entry, parseColumns(name, decodeText(name, content)));
  const summary = takeByRules(engine, dataset, name);
  const { packed: _, ...kept } = { ...entry, file: `${entry.timeframe}.csv` };
  return { ...dataset, entry: kept, summary, csv: content };
}

function decodeText(name: string, content: Uint8Array<ArrayBuffer>): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (cause) {
    throw new StartError(`Cannot read ${name}: it is not UTF-8`, { cause });
  }
}

/**
 * Returns the id of a local market. The id follows from the key, so that addresses and pins still work
 * after the same files are imported again, in this or another browser.
 */
async function localId(marketKey: string): Promise<number> {
  const digest = new DataView((await sha256(marketKey)).buffer);
  return LOCAL_ID_MIN + digest.getUint32(0) % (MARKET_ID_MAX - LOCAL_ID_MIN + 1);
}
