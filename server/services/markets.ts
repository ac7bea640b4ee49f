// This module is browser compatible.

import type { Market } from "../contracts/catalog.ts";
import { MARKETS, type Timeframe, TIMEFRAMES } from "../contracts/scalar.ts";
import type { DatasetFacts } from "../contracts/types.ts";
import { StartError } from "../errors.ts";

/** What the engine found in a dataset, and where the dataset comes from. */
export interface OfficialDataset {
  readonly facts: DatasetFacts;
  readonly provenance: string;
}

/**
 * Returns the markets of the official datasets, in the order of their ids.
 *
 * @throws {StartError} when a market lacks a timeframe, or two datasets of it disagree
 */
export function toMarkets(datasets: readonly OfficialDataset[]): readonly Market[] {
  const ids = new Set(datasets.map(({ facts }) => facts.marketId));
  return MARKETS.filter(({ id }) => ids.has(id)).map(({ id, key, name }) => {
    const [hourly, daily] = TIMEFRAMES.map((timeframe) => find(datasets, id, timeframe));
    if (!hourly || !daily) {
      throw new StartError(
        `Cannot serve market ${key}: it must have an hourly and a daily dataset`,
      );
    }
    const { expiry, farExpiry, features } = hourly.facts;
    if (expiry !== daily.facts.expiry || String(features) !== String(daily.facts.features)) {
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
  return datasets.find(({ facts }) => facts.marketId === marketId && facts.timeframe === timeframe);
}

function toTimeframe({ facts, provenance }: OfficialDataset): Market["timeframes"][Timeframe] {
  const { bars, firstTimestamp, lastTimestamp, datasetHash, warmupBars, scoredBars } = facts;
  const { benchmarkUtility, idleUtility, maxTradableCapital } = facts;
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
