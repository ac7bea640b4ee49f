import { measurePath } from "../../server/datasets/path_figures/measure_path.ts";
import {
  HOUR_STATISTICS,
  PATH_STATISTICS,
  toDailyPath,
} from "../../server/datasets/path_figures/path_statistics.ts";
import { type Engine, MARKET_KEYS } from "../engine.ts";
import { readEntries } from "../manifest.ts";
import type { Row } from "../markdown.ts";
import { column, pathColumns } from "../table.ts";
import { type Columns, parseColumns } from "../../server/datasets/csv.ts";
import { measureGenerated } from "./generated.ts";
import { STATISTICS } from "./rows.ts";

/** Number of generated hourly paths for the hourly statistics. */
const HOURLY_SEEDS = 8;

interface FolderMarket {
  readonly marketKey: string;
  readonly expiry: string;
  readonly table: Columns;
  readonly isHourly: boolean;
}

/** A table of statistics: the folder's markets beside real and generated figures. */
export interface FolderReport {
  readonly head: Row;
  readonly rows: readonly Row[];
}

/**
 * Measures the datasets of a folder and the paths of the generator.
 *
 * @param folder its address, with a slash at its end
 */
export async function measureFolder(engine: Engine, folder: URL): Promise<FolderReport> {
  const markets = await readMarkets(folder);
  const generated = MARKET_KEYS.map((marketKey) => measureGenerated(engine, marketKey));
  const figures = markets.map(({ table, expiry }) =>
    measurePath(toDailyPath(pathColumns(table)), expiry)
  );
  const days = STATISTICS.map((statistic): Row => {
    const own = PATH_STATISTICS.find(({ name }) => name === statistic.name);
    return [
      statistic.name,
      ...figures.map((path) => own?.of(path) ?? "-"),
      statistic.real,
      ...generated.map(statistic.generated),
    ];
  });
  const paths = MARKET_KEYS.map((marketKey) => hourlyPaths(engine, marketKey));
  const hours = HOUR_STATISTICS.map(({ name, of }): Row => [
    name,
    ...markets.map(({ table, isHourly }) => isHourly ? of(impliedOf(table)) : "-"),
    "-",
    ...paths.map((implied) => rangeOf(implied.map(of))),
  ]);
  const keys = markets.map(({ marketKey }) => marketKey);
  return {
    head: ["figure", ...keys, "real sUSDe", ...MARKET_KEYS.map((key) => `generated ${key}`)],
    rows: [...days, ...hours],
  };
}

/** Returns the hourly dataset of each market of a folder, or the daily one if it has no hourly one. */
async function readMarkets(folder: URL): Promise<readonly FolderMarket[]> {
  const entries = await readEntries(folder);
  const longest = entries.filter(({ marketId, timeframe }) =>
    timeframe === "hourly" ||
    !entries.some((other) => other.marketId === marketId && other.timeframe === "hourly")
  );
  return await Promise.all(longest.map(async ({ marketKey, expiry, file, timeframe }) => ({
    marketKey,
    expiry,
    table: parseColumns(file, await Deno.readTextFile(new URL(file, folder))),
    isHourly: timeframe === "hourly",
  })));
}

function hourlyPaths(
  engine: Engine,
  marketKey: (typeof MARKET_KEYS)[number],
): readonly (readonly number[])[] {
  return Array.from({ length: HOURLY_SEEDS }, (_, at) => {
    const { csv } = engine.generate({ marketKey, timeframe: "hourly", seed: at + 1 });
    return impliedOf(parseColumns(marketKey, csv));
  });
}

function impliedOf(table: Columns): readonly number[] {
  return [...column(table, "impliedApy")];
}

function rangeOf(texts: readonly string[]): string {
  const sorted = texts.toSorted((a, b) => Number(a) - Number(b));
  return `${sorted[0]} to ${sorted.at(-1)}`;
}
