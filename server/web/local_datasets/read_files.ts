import type { DatasetEntry } from "../../contracts/types.ts";
import { toDataset } from "../../datasets/dataset.ts";
import { entriesOf } from "../../datasets/entries.ts";
import { parseManifest } from "../../datasets/manifest.ts";
import type { Engine } from "../../engine/engine.ts";
import { takeByRules } from "../../engine/take_by_rules.ts";
import { StartError } from "../../base/errors.ts";
import { decodeText, describeFiles, readCsv, type ReadFile } from "./describe_files.ts";
import type { CheckedDataset, DroppedFile, Reading, TypedFacts } from "./reader_messages.ts";
import { LOCAL_ID_MIN, MARKET_ID_MAX } from "../../contracts/market_ids.ts";
import { sha256 } from "../../base/hash.ts";

const MANIFEST = "manifest.json";

/**
 * Reads datasets from files: CSV files with their manifest, or CSV files of one market with typed facts.
 *
 * @param facts null: not typed yet
 * @param engine checks the columns, and holds the datasets afterwards
 * @throws {StartError} at the first fault, with line and column if a file has it
 */
export async function readFiles(
  files: readonly DroppedFile[],
  facts: TypedFacts | null,
  engine: Engine,
): Promise<Reading> {
  const manifest = files.find(({ name }) => name === MANIFEST);
  const read = await Promise.all(files.filter(isCsv).map(readCsv));
  if (manifest === undefined) {
    if (read.length === 0) {
      throw new StartError("Cannot take these files: there is no CSV file among them");
    }
    const described = await describeFiles(read, facts);
    if ("asked" in described) return { kind: "asked", asked: described.asked };
    return { kind: "datasets", datasets: await takeAll(read, described.entries, engine) };
  }
  const named = entriesOf(parseManifest(MANIFEST, decodeText(manifest)));
  return { kind: "datasets", datasets: await takeAll(read, choose(named, read), engine) };
}

function isCsv({ name }: DroppedFile): boolean {
  return /\.csv$/i.test(name);
}

/** Returns the manifest entries of the given files; every given file needs one. */
function choose(
  named: readonly DatasetEntry[],
  read: readonly ReadFile[],
): readonly DatasetEntry[] {
  const names = named.map(({ file }) => file);
  const stranger = read.find(({ name }) => !names.includes(name));
  if (stranger !== undefined) {
    const all = names.join(", ");
    throw new StartError(
      `Cannot take ${stranger.name}: ${MANIFEST} does not name it, it names ${all}`,
    );
  }
  if (read.length === 0) {
    throw new StartError(`Cannot take ${MANIFEST} alone: drop ${names.join(" or ")} with it`);
  }
  return named.filter(({ file }) => read.some(({ name }) => name === file));
}

async function takeAll(
  read: readonly ReadFile[],
  entries: readonly DatasetEntry[],
  engine: Engine,
): Promise<readonly CheckedDataset[]> {
  const ids = await Promise.all(entries.map(({ marketKey }) => localId(marketKey)));
  return entries.flatMap((entry, at) => {
    const file = read.find(({ name }) => name === entry.file);
    const marketId = ids[at];
    return file === undefined || marketId === undefined
      ? []
      : [take(file, { ...entry, marketId }, engine)];
  });
}

/** Renames the file after its timeframe, as the importers do. */
function take(file: ReadFile, entry: DatasetEntry, engine: Engine): CheckedDataset {
  if (file.sha256 !== entry.sha256) {
    const says = `the manifest says ${entry.sha256}`;
    throw new StartError(`Cannot use ${file.name}: its SHA-256 is ${file.sha256}, ${says}`);
  }
  const dataset = toDataset(entry, file.columns);
  const summary = takeByRules(engine, dataset, file.name);
  const { packed: _, ...kept } = { ...entry, file: `${entry.timeframe}.csv` };
  return { ...dataset, entry: kept, summary, csv: file.content };
}

/**
 * Returns the id of a local market. The id follows from the key, so that addresses and pins still work
 * after the same files are imported again, in this or another browser.
 */
async function localId(marketKey: string): Promise<number> {
  const digest = new DataView((await sha256(marketKey)).buffer);
  return LOCAL_ID_MIN + digest.getUint32(0) % (MARKET_ID_MAX - LOCAL_ID_MIN + 1);
}
