// This module is browser compatible.

import type { Market, MarketTimeframe } from "../contracts/catalog.ts";
import type { DatasetSummary } from "../contracts/types.ts";

/** The engine's summary of a dataset, with the members that only its manifest has. */
export interface LoadedDataset {
  readonly name: string;
  readonly summary: DatasetSummary;
}

/** Groups datasets into markets, ordered by id. */
export function toMarkets(datasets: readonly LoadedDataset[]): readonly Market[] {
  const byId = Map.groupBy(datasets, ({ summary }) => summary.marketId);
  return [...byId.values()].map(toMarket).toSorted((one, other) => one.id - other.id);
}

/** @param datasets datasets of one market, with equal facts of the market */
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

/** Returns the members of a summary that are not facts of the market. */
function toTimeframe({ summary }: LoadedDataset): MarketTimeframe {
  const { marketId: _, marketKey: __, timeframe: ___, expiry: ____, farExpiry: _____, ...facts } =
    summary;
  return facts;
}
