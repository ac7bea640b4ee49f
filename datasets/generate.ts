/**
 * Writes the official datasets, their manifest and its fingerprint: `deno task datasets:generate`.
 * The same sources give the same bytes. Imported datasets stay as they are.
 *
 * @module
 */

import { Engine, MARKET_KEYS, type Order, TIMEFRAMES } from "./engine.ts";
import {
  type Manifest,
  type ManifestEntry,
  printManifest,
  readManifest,
  SYNTHETIC,
} from "./manifest.ts";
import { OFFICIAL_SEEDS } from "./official.ts";
import { HEAD_PATHS, meanGap } from "./passive.ts";
import { packColumns } from "../server/datasets/column_file.ts";
import { parseColumns } from "../server/datasets/csv.ts";
import { parseManifest } from "../server/datasets/manifest.ts";
import { sha256Hex } from "../server/hash.ts";

const FOLDER = new URL("./", import.meta.url);

/** A file, by its name from this folder. */
export interface DatasetFile {
  readonly name: string;
  readonly content: Uint8Array;
}

const encoder = new TextEncoder();

/**
 * Returns the files of all synthetic datasets, the manifest, and the module with its fingerprint: a
 * server does not check the manifest that was checked here.
 *
 * @param imported entries that the manifest keeps
 */
export async function makeFiles(
  engine: Engine,
  imported: readonly ManifestEntry[],
): Promise<readonly DatasetFile[]> {
  const orders = MARKET_KEYS.flatMap((marketKey) =>
    TIMEFRAMES.map((timeframe) => ({ marketKey, timeframe, seed: OFFICIAL_SEEDS[marketKey] }))
  );
  const made = await Promise.all(orders.map((order) => makeDataset(engine, order)));
  const [first] = made;
  if (first === undefined) throw new Error("Cannot generate datasets: there are no markets");
  const manifest: Manifest = {
    generatorVersion: first.generatorVersion,
    datasets: [...made.map(({ entry }) => entry), ...imported],
  };
  const text = printManifest(manifest);
  parseManifest(text);
  return [
    ...made.flatMap(({ files }) => files),
    { name: "manifest.json", content: encoder.encode(text) },
    {
      name: "../server/datasets/official_manifest.ts",
      content: encoder.encode(printFingerprint(await sha256Hex(text))),
    },
  ];
}

function printFingerprint(sha256: string): string {
  return `// This module is browser compatible.

/** Of \`datasets/manifest.json\`, which \`deno task datasets:generate\` has checked; it wrote this. */
export const OFFICIAL_MANIFEST_SHA256 =
  "${sha256}";
`;
}

interface MadeDataset {
  readonly entry: ManifestEntry;
  readonly files: readonly DatasetFile[];
  readonly generatorVersion: number;
}

async function makeDataset(engine: Engine, order: Order): Promise<MadeDataset> {
  const { csv, generatorVersion, passiveGap, ...facts } = engine.generate(order);
  const { marketId, marketKey, timeframe, bars, firstTimestamp, lastTimestamp } = facts;
  const { expiry, scalarRoot, farExpiry, seed } = facts;
  const head = engine.passiveGaps(marketId, timeframe, { from: 0, count: HEAD_PATHS });
  const name = `${marketKey}-${timeframe}`;
  const [file, packedFile] = [`${name}.csv`, `${name}.f64`];
  const content = encoder.encode(csv);
  const sha256 = await sha256Hex(content);
  const packed = packColumns(parseColumns(file, csv), sha256);
  const entry = {
    marketId,
    marketKey,
    timeframe,
    file,
    sha256,
    packed: { file: packedFile, sha256: await sha256Hex(packed) },
    bars,
    firstTimestamp,
    lastTimestamp,
    expiry,
    scalarRoot,
    farExpiry,
    provenance: SYNTHETIC,
    generatorVersion,
    seed,
    passiveGap,
    passiveGapHead: meanGap(head),
  };
  const files = [{ name: file, content }, { name: packedFile, content: packed }];
  return { entry, files, generatorVersion };
}

/** Returns the entries of the manifest that no generator made; none where there is no manifest. */
async function importedEntries(): Promise<readonly ManifestEntry[]> {
  try {
    const { datasets } = await readManifest(FOLDER);
    return datasets.filter(({ provenance }) => provenance !== SYNTHETIC);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

if (import.meta.main) {
  const files = await makeFiles(await Engine.load(), await importedEntries());
  await Promise.all(
    files.map(({ name, content }) => Deno.writeFile(new URL(name, FOLDER), content)),
  );
}
