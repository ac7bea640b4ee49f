// This module is browser compatible.

import { packColumns } from "../column_file.ts";
import { sha256Hex } from "../../base/hash.ts";
import type { ImportedDataset } from "./assemble.ts";
import { isoTime } from "./fault.ts";
import { countFilled } from "./sampling.ts";
import { IMPORTER, type ImportSpec } from "./spec.ts";
import type { ImportedMarket } from "./transform.ts";

export interface MarketFile {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

/** Returns one fingerprint of all raw files: the SHA-256 of their list in `sha256sum` form. */
export async function sourceSha256(
  files: readonly { readonly name: string; readonly sha256: string }[],
): Promise<string> {
  return await sha256Hex(files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join(""));
}

/**
 * Returns the files of an imported market: each dataset as CSV and packed, and the manifest. Equal
 * markets give equal bytes.
 *
 * @param sourceSha256 fingerprint of all raw files
 */
export async function makeMarketFiles(
  market: ImportedMarket,
  spec: ImportSpec,
  sourceSha256: string,
): Promise<readonly MarketFile[]> {
  const made = await Promise.all(
    market.datasets.map((dataset) => makeDataset(dataset, market, spec, sourceSha256)),
  );
  const { marketId, marketKey, name, expiry, farExpiry, asset } = spec;
  const manifest = {
    markets: [{
      marketId,
      marketKey,
      name,
      expiry: isoTime(Date.parse(expiry)),
      scalarRoot: market.scalarRoot,
      farExpiry: farExpiry === undefined ? null : isoTime(Date.parse(farExpiry)),
      asset,
    }],
    datasets: made.map(({ entry }) => entry),
  };
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  return [
    ...made.flatMap(({ files }) => files),
    { name: "manifest.json", content: encoder.encode(text) },
  ];
}

interface MadeDataset {
  readonly files: readonly MarketFile[];
  readonly entry: Readonly<Record<string, unknown>>;
}

async function makeDataset(
  dataset: ImportedDataset,
  { report }: ImportedMarket,
  spec: ImportSpec,
  sourceSha256: string,
): Promise<MadeDataset> {
  const { timeframe, times, absent, estimated, pyIndex } = dataset;
  const csv = encoder.encode(printCsv(dataset));
  const sha256 = await sha256Hex(csv);
  const packed = packColumns(toColumns(dataset), sha256);
  const [file, packedFile] = [`${timeframe}.csv`, `${timeframe}.f64`];
  const { source, url, fetchedAt, chain, market, coin, licence } = spec;
  return {
    files: [{ name: file, content: csv }, { name: packedFile, content: packed }],
    // JSON omits undefined members.
    entry: {
      marketId: spec.marketId,
      timeframe,
      file,
      sha256,
      packed: { file: packedFile, sha256: await sha256Hex(packed) },
      bars: times.length,
      firstTimestamp: isoTime(times[0] ?? 0),
      lastTimestamp: isoTime(times.at(-1) ?? 0),
      absent: absent.length === 0 ? undefined : absent,
      estimated: estimated.length === 0 ? undefined : estimated,
      pyIndex,
      provenance: {
        kind: "import",
        source,
        url,
        fetchedAt,
        chain,
        market,
        coin,
        licence,
        importer: IMPORTER,
        sourceSha256,
        estimated: estimated.length === 0 ? undefined : estimated,
        corrections: report.corrections.length === 0 ? undefined : report.corrections,
        filled: countFilled(report.fillings, times),
        dropped: report.dropped.length,
      },
    },
  };
}

/** Numbers in the shortest form that reads back as the same double. */
function printCsv({ times, columns }: ImportedDataset): string {
  const names = ["timestamp", ...Object.keys(columns)];
  const values = Object.values(columns);
  const lines = times.map((time, at) =>
    [isoTime(time), ...values.map((column) => column[at])].join(",")
  );
  return [names.join(","), ...lines, ""].join("\n");
}

function toColumns({ times, columns }: ImportedDataset): Parameters<typeof packColumns>[0] {
  const names = ["timestamp", ...Object.keys(columns)];
  const values = new Float64Array(names.length * times.length);
  [times, ...Object.values(columns)].forEach((column, at) => values.set(column, at * times.length));
  return { names, rowCount: times.length, values };
}
