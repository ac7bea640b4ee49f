/**
 * Writes the official datasets, their manifest and its fingerprint: `deno task datasets:official generate`.
 * The same sources give the same bytes.
 *
 * @module
 */

import { Engine, MARKET_KEYS, type Order, TIMEFRAMES } from "./engine.ts";
import type { Manifest } from "../server/contracts/types.ts";
import { printManifest } from "./manifest.ts";
import { OFFICIAL_NAMES, OFFICIAL_SEEDS } from "./official.ts";
import { HEAD_PATHS, meanGap } from "./passive.ts";
import { packColumns } from "../server/datasets/column_file.ts";
import { parseColumns } from "../server/datasets/csv.ts";
import { parseManifest } from "../server/datasets/manifest.ts";
import { sha256Hex } from "../server/base/hash.ts";

const FOLDER = new URL("./", import.meta.url);

/** A file and its path relative to this folder. */
export interface DatasetFile {
  readonly name: string;
  readonly content: Uint8Array;
}

const encoder = new TextEncoder();

/**
 * Returns the files of all official datasets, the manifest, and a module with the manifest's
 * fingerprint, by which a server recognises the manifest and skips its check.
 */
export async function makeFiles(engine: Engine): Promise<readonly DatasetFile[]> {
  const orders = MARKET_KEYS.flatMap((marketKey) =>
    TIMEFRAMES.map((timeframe) => ({ marketKey, timeframe, seed: OFFICIAL_SEEDS[marketKey] }))
  );
  const made = await Promise.all(orders.map((order) => makeDataset(engine, order)));
  // Both datasets of a market have the same facts of the market.
  const markets = new Map(made.map(({ market }) => [market.marketId, market]));
  const manifest: Manifest = {
    markets: [...markets.values()],
    datasets: made.map(({ entry }) => entry),
  };
  const text = printManifest(manifest);
  parseManifest("manifest.json", text);
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

/** Of \`datasets/manifest.json\`, which \`deno task datasets:official generate\` has checked; it wrote this. */
export const OFFICIAL_MANIFEST_SHA256 =
  "${sha256}";
`;
}

interface MadeDataset {
  readonly market: Manifest["markets"][number];
  readonly entry: Manifest["datasets"][number];
  readonly files: readonly DatasetFile[];
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
  const market = {
    marketId,
    marketKey,
    name: OFFICIAL_NAMES[marketKey],
    expiry,
    scalarRoot,
    farExpiry,
  };
  const entry = {
    marketId,
    timeframe,
    file,
    sha256,
    packed: { file: packedFile, sha256: await sha256Hex(packed) },
    bars,
    firstTimestamp,
    lastTimestamp,
    provenance: {
      kind: "synthetic" as const,
      generatorVersion,
      seed,
      passiveGap,
      passiveGapHead: meanGap(head),
    },
  };
  const files = [{ name: file, content }, { name: packedFile, content: packed }];
  return { market, entry, files };
}

/** Writes the official datasets and their manifest. */
export async function runGenerate(): Promise<void> {
  const files = await makeFiles(await Engine.load());
  await Promise.all(
    files.map(({ name, content }) => Deno.writeFile(new URL(name, FOLDER), content)),
  );
}
