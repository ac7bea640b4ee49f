import { type Timeframe, TIMEFRAMES } from "../contracts/scalar.ts";
import { packColumns } from "../datasets/column_file.ts";
import { parseColumns } from "../datasets/csv.ts";
import { type Dataset, toDataset } from "../datasets/dataset.ts";
import { secondOf } from "../season/rules/records.ts";
import type { DatasetEntry, Manifest } from "../contracts/types.ts";
import { sha256Hex } from "../base/hash.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const YEAR_DAYS = 365;
/** Ten days longer than the warmup. */
const DAYS = 40;
const DAYS_TO_EXPIRY = 60;
const FIRST_MS = Date.UTC(2026, 0, 1);
const UNDERLYING_APY = 0.06;
const POOL_PT_SHARE = 0.3;
const POOL_SIZE = 80e6;

export const COLUMN_NAMES = [
  "timestamp",
  "impliedApy",
  "underlyingApy",
  "ptPrice",
  "totalPt",
  "totalSy",
  "syIndex",
  "tvl",
  "volume",
];

export const OFFICIAL_MARKETS = [
  { id: 1, key: "susde", name: "sUSDe" },
  { id: 2, key: "susdf", name: "sUSDf" },
  { id: 3, key: "ghousd", name: "ghoUSD" },
] as const;

export interface DatasetFile {
  readonly entry: DatasetEntry;
  readonly csv: string;
}

/** Returns a small market that satisfies every identity of `RULES.md` 1, as files. */
export async function makeDatasetFiles(): Promise<readonly DatasetFile[]> {
  const wanted = OFFICIAL_MARKETS.flatMap((market) =>
    TIMEFRAMES.map((timeframe) => [market, timeframe] as const)
  );
  return await Promise.all(wanted.map(([market, timeframe]) => makeFile(market, timeframe)));
}

/** Returns the same as datasets. Only market 1 has a next maturity. */
export async function makeDatasets(): Promise<readonly Dataset[]> {
  return (await makeDatasetFiles()).map(({ entry, csv }) =>
    toDataset(entry, parseColumns(entry.file, csv))
  );
}

async function makeFile(
  { id: marketId, key: marketKey, name }: {
    readonly id: number;
    readonly key: string;
    readonly name: string;
  },
  timeframe: Timeframe,
): Promise<DatasetFile> {
  const step = timeframe === "hourly" ? HOUR_MS : DAY_MS;
  const count = DAYS * DAY_MS / step;
  const timestamps = Array.from({ length: count }, (_, index) => FIRST_MS + (index + 1) * step);
  const hasFar = marketId === 1;
  const rows = timestamps.map((timestamp) => makeRow(timestamp, marketId, hasFar));
  const names = hasFar ? [...COLUMN_NAMES, "farImpliedApy"] : COLUMN_NAMES;
  const csv = [names.join(","), ...rows.map((row) => row.join(","))].join("\n") + "\n";
  const expiry = FIRST_MS + DAYS_TO_EXPIRY * DAY_MS;
  return {
    csv,
    entry: {
      marketId,
      marketKey,
      name,
      timeframe,
      file: `${marketKey}-${timeframe}.csv`,
      sha256: await sha256Hex(csv),
      bars: count,
      firstTimestamp: secondOf(timestamps[0] ?? 0),
      lastTimestamp: secondOf(timestamps.at(-1) ?? 0),
      expiry: secondOf(expiry),
      scalarRoot: 22,
      farExpiry: hasFar ? secondOf(expiry + 91 * DAY_MS) : null,
      provenance: {
        kind: "synthetic",
        generatorVersion: 2,
        seed: 7,
        passiveGap: 0.01,
        passiveGapHead: 0.01,
      },
    },
  };
}

/** A wave of 8 days around 8 %, so that strategies buy and sell; each market is a day later. */
function makeRow(
  timestamp: number,
  marketId: number,
  hasFar: boolean,
): readonly (string | number)[] {
  const days = (timestamp - FIRST_MS) / DAY_MS;
  const logYield = 0.08 + 0.02 * Math.sin(2 * Math.PI * (days - marketId) / 8);
  const tau = (DAYS_TO_EXPIRY - days) / YEAR_DAYS;
  const ptPrice = Math.exp(-logYield * tau);
  const syIndex = 1.1 * (1 + UNDERLYING_APY) ** (days / YEAR_DAYS);
  const totalPt = POOL_PT_SHARE * POOL_SIZE;
  const totalSy = (1 - POOL_PT_SHARE) * POOL_SIZE / syIndex;
  const tvl = totalPt * ptPrice + totalSy * syIndex;
  const impliedApy = Math.expm1(logYield);
  const far = hasFar ? [Math.expm1(0.7 * logYield + 0.03)] : [];
  return [
    secondOf(timestamp),
    impliedApy,
    UNDERLYING_APY,
    ptPrice,
    totalPt,
    totalSy,
    syIndex,
    tvl,
    1000 * (timestamp % DAY_MS === 0 ? 24 : 1),
    ...far,
  ];
}

/** Returns a market as an importer writes it: daily alone, without volume, its pool estimated. */
export async function makeImported(): Promise<DatasetFile> {
  const market = { id: 1000, key: "susde-27nov2025", name: "PT sUSDe 27NOV2025" };
  const { csv, entry } = await makeFile(market, "daily");
  const columns = csv.trimEnd().split("\n").map((line) => line.split(","));
  const at = columns[0]?.indexOf("volume") ?? -1;
  const without = columns.map((fields) => fields.toSpliced(at, 1).join(",")).join("\n") + "\n";
  return {
    csv: without,
    entry: {
      ...entry,
      sha256: await sha256Hex(without),
      file: "daily.csv",
      absent: ["volume"],
      estimated: ["totalPt", "totalSy", "scalarRoot"],
      provenance: {
        kind: "import",
        source: "pendle",
        licence: "for a test",
        importer: "arena-import/1",
        sourceSha256: "ab".repeat(32),
        filled: 1,
        dropped: 2,
      },
    },
  };
}

/** Returns the same as a dataset. */
export async function makeImportedDataset(): Promise<Dataset> {
  const { entry, csv } = await makeImported();
  return toDataset(entry, parseColumns(entry.file, csv));
}

/** Writes files and their manifest into a folder. */
export async function writeDatasets(
  folder: string,
  files?: readonly DatasetFile[],
): Promise<void> {
  files ??= await makeDatasetFiles();
  const manifest = manifestOf(files.map(({ entry }) => entry));
  await Deno.writeTextFile(`${folder}/manifest.json`, JSON.stringify(manifest));
  await Promise.all(
    files.map(({ entry, csv }) => Deno.writeTextFile(`${folder}/${entry.file}`, csv)),
  );
}

/** Writes packed files into a folder of datasets; returns the entries of the manifest then. */
export async function writePacked(folder: string): Promise<readonly DatasetEntry[]> {
  const datasets = await Promise.all((await makeDatasetFiles()).map(async ({ entry, csv }) => {
    const bytes = packColumns(parseColumns(entry.file, csv), entry.sha256);
    const file = entry.file.replace(/csv$/, "f64");
    await Deno.writeFile(`${folder}/${file}`, bytes);
    return { ...entry, packed: { file, sha256: await sha256Hex(bytes) } };
  }));
  await Deno.writeTextFile(`${folder}/manifest.json`, JSON.stringify(manifestOf(datasets)));
  return datasets;
}

export function manifestOf(entries: readonly DatasetEntry[]): Manifest {
  const markets = new Map(
    entries.map(({ marketId, marketKey, name, expiry, scalarRoot, farExpiry }) =>
      [marketId, { marketId, marketKey, name, expiry, scalarRoot, farExpiry }] as const
    ),
  );
  const datasets = entries.map((entry) => {
    const { marketKey: _, name: __, expiry: ___, scalarRoot: ____, farExpiry: _____, ...own } =
      entry;
    return own;
  });
  return { markets: [...markets.values()], datasets };
}
