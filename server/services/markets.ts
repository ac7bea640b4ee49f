// This module is browser compatible.

import type { Market, MarketTimeframe } from "../contracts/catalog.ts";
import type { DatasetSummary } from "../contracts/types.ts";

/** The engine's summary of a dataset, and what only its manifest says. */
export interface LoadedDataset {
  /** Name of its market. */
  readonly name: string;
  readonly summary: DatasetSummary;
  readonly provenance: string;
}

/** Returns the markets of the datasets, in the order of their ids. */
export function toMarkets(datasets: readonly LoadedDataset[]): readonly Market[] {
  const byId = Map.groupBy(datasets, ({ summary }) => summary.marketId);
  return [...byId.values()].map(toMarket).toSorted((one, other) => one.id - other.id);
}

/** @param datasets of one market; its manifest says the same of both */
function toMarket(datasets: readonly LoadedDataset[]): Market {
  const [first] = datasets;
  if (first === undefined) throw new Error("Cannot list a market: it has no dataset");
  const { name, summary: { marketId, marketKey, expiry, farExpiry, features } } = first;
  const isEverywhere = (feature: string): boolean =>
    datasets.every(({ summary }) => summary.features.includes(feature));
  return {
    id: marketId,
    key: marketKey,
    name,
    protocol: "pendle",
    expiry,
    farExpiry,
    features: features.filter(isEverywhere),
    timeframes: Object.fromEntries(
      datasets.map((dataset) => [dataset.summary.timeframe, toTimeframe(dataset)]),
    ),
  };
}

function toTimeframe({ summary, provenance }: LoadedDataset): MarketTimeframe {
  const { bars, firstTimestamp, lastTimestamp, features, datasetHash } = summary;
  const { warmupBars, scoredBars, benchmarkUtility, idleUtility, maxTradableCapital } = summary;
  return {
    bars,
    firstTimestamp,
    lastTimestamp,
    features,
    datasetHash,
    provenance,
    warmupBars,
    scoredBars,
    benchmarkUtility,
    idleUtility,
    maxTradableCapital,
  };
}
