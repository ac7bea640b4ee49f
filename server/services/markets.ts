// This module is browser compatible.

import type { Market } from "../contracts/catalog.ts";
import { MARKETS, type Timeframe, TIMEFRAMES } from "../contracts/markets.ts";
import type { DatasetSummary } from "../contracts/types.ts";
import { StartError } from "../errors.ts";

/** The engine's summary of a dataset, and its provenance. */
export interface OfficialDataset {
  readonly summary: DatasetSummary;
  readonly provenance: string;
}

/**
 * Returns the markets of the official datasets, in the order of their ids.
 *
 * @throws {StartError} when a market lacks a timeframe, or its two datasets disagree
 */
export function toMarkets(datasets: readonly OfficialDataset[]): readonly Market[] {
  const ids = new Set(datasets.map(({ summary }) => summary.marketId));
  return MARKETS.filter(({ id }) => ids.has(id)).map(({ id, key, name }) => {
    const [hourly, daily] = TIMEFRAMES.map((timeframe) => find(datasets, id, timeframe));
    if (!hourly || !daily) {
      throw new StartError(
        `Cannot serve market ${key}: it must have an hourly and a daily dataset`,
      );
    }
    const { expiry, farExpiry, features } = hourly.summary;
    if (expiry !== daily.summary.expiry || String(features) !== String(daily.summary.features)) {
      throw new StartError(
        `Cannot serve market ${key}: its datasets disagree on expiry or features`,
      );
    }
    return {
      id,
      key,
      name,
      protocol: "pendle",
      expiry,
      farExpiry,
      features,
      timeframes: { hourly: toTimeframe(hourly), daily: toTimeframe(daily) },
    };
  });
}

function find(
  datasets: readonly OfficialDataset[],
  marketId: number,
  timeframe: Timeframe,
): OfficialDataset | undefined {
  return datasets.find(({ summary }) =>
    summary.marketId === marketId && summary.timeframe === timeframe
  );
}

function toTimeframe({ summary, provenance }: OfficialDataset): Market["timeframes"][Timeframe] {
  const { bars, firstTimestamp, lastTimestamp, datasetHash, warmupBars, scoredBars } = summary;
  const { benchmarkUtility, idleUtility, maxTradableCapital } = summary;
  return {
    bars,
    firstTimestamp,
    lastTimestamp,
    datasetHash,
    provenance,
    warmupBars,
    scoredBars,
    benchmarkUtility,
    idleUtility,
    maxTradableCapital,
  };
}
