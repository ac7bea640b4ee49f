import type { Dataset } from "../../datasets/dataset.ts";
import { loadDatasets } from "../../datasets/loader.ts";
import { measurePath, type PathColumns } from "../../datasets/path_figures/measure_path.ts";
import {
  HOUR_STATISTICS,
  PATH_STATISTICS,
  toDailyPath,
} from "../../datasets/path_figures/path_statistics.ts";
import { OFFICIAL_FOLDER } from "../../datasets/dataset_folders.ts";
import { printError } from "../../process/output.ts";

const OFFICIAL = new URL(`../../../${OFFICIAL_FOLDER}`, import.meta.url);

/** Loads the official datasets, with which an import is compared. */
export async function loadOfficial(): Promise<readonly Dataset[]> {
  return await loadDatasets([decodeURIComponent(OFFICIAL.pathname)], printError);
}

/** A statistic and its value in each market. */
export interface StatisticRow {
  readonly name: string;
  readonly values: readonly string[];
}

/** Returns the daily statistics of markets, and the hourly ones where they exist. */
export function compareMarkets(markets: readonly Dataset[]): readonly StatisticRow[] {
  const figures = markets.map(({ header, columns }) =>
    measurePath(toDailyPath(toPathColumns({ header, columns })), header.expiry)
  );
  const hours = markets.map(({ header, columns }) =>
    header.timeframe === "hourly" ? Array.from(toPathColumns({ header, columns }).impliedApy) : null
  );
  return [
    ...PATH_STATISTICS.map(({ name, of }) => ({ name, values: figures.map(of) })),
    ...HOUR_STATISTICS.map(({ name, of }) => ({
      name,
      values: hours.map((implied) => implied === null ? "-" : of(implied)),
    })),
  ];
}

/** Returns the hourly dataset of each market, or the daily one if it has no other. */
export function finestDatasets(datasets: readonly Dataset[]): readonly Dataset[] {
  return datasets.filter(({ header: { marketId, timeframe } }) =>
    timeframe === "hourly" ||
    !datasets.some(({ header }) => header.marketId === marketId && header.timeframe === "hourly")
  );
}

function toPathColumns({ header: { columns: names }, columns }: Dataset): PathColumns {
  const bars = columns.length / names.length;
  const column = (name: string): Float64Array => {
    const at = names.indexOf(name);
    return columns.subarray(at * bars, (at + 1) * bars);
  };
  return {
    timestamp: column("timestamp"),
    impliedApy: column("impliedApy"),
    underlyingApy: column("underlyingApy"),
    syIndex: column("syIndex"),
  };
}
