// This module is browser compatible.

import type { StartError } from "../../base/errors.ts";
import { refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import type { Readings } from "./readings.ts";
import { type Filling, type Grid, sample } from "./sampling.ts";
import type { ImportSpec } from "./spec.ts";

/** The price of the accounting asset in USD at the bars, and its origin. */
export interface AssetPrice {
  readonly usd: readonly number[];
  readonly isAssumed: boolean;
}

/**
 * Returns the price of the accounting asset in USD: from a source, from the user, as the price of SY
 * divided by an independent index, or as the USD price of PT divided by its price in the asset. null
 * when no input gives it.
 */
export function findAssetPrice(
  readings: Readings,
  grid: Grid,
  { spec, fillings, syIndex, ptPrice }: {
    readonly spec: ImportSpec;
    readonly fillings: Filling[];
    /** null when the index is estimated and therefore implies no price. */
    readonly syIndex: readonly number[] | null;
    readonly ptPrice: readonly number[];
  },
): AssetPrice | null {
  const asset = readings.find("assetUsd");
  if (asset !== undefined) {
    return { usd: sample(asset, grid, fillings).map(({ value }) => value), isAssumed: false };
  }
  const { assetUsd } = spec;
  if (assetUsd !== undefined) return { usd: grid.times.map(() => assetUsd), isAssumed: true };
  const over = (quantity: Quantity, divisors: readonly number[]): AssetPrice | null => {
    const series = readings.find(quantity);
    if (series === undefined) return null;
    const prices = sample(series, grid, fillings);
    return { usd: prices.map(({ value }, at) => value / (divisors[at] ?? NaN)), isAssumed: false };
  };
  return (syIndex === null ? null : over("syUsd", syIndex)) ?? over("ptUsd", ptPrice);
}

/** Returns whether anything says what the accounting asset costs in USD. */
export function isAssetPriced(readings: Readings, { assetUsd }: ImportSpec): boolean {
  const priced: readonly Quantity[] = ["assetUsd", "syUsd", "ptUsd"];
  return assetUsd !== undefined || priced.some((name) => readings.find(name) !== undefined);
}

/** Returns the refusal of amounts in USD whose price nothing gives. */
export function inDollars(name: string): StartError {
  return refusal(
    `${name} is in USD and the price of the accounting asset is not known: give a source with ` +
      "assetUsd, or say --asset-usd 1 of an asset that is a dollar",
  );
}

/** Converts amounts to the accounting asset. */
export function inAsset(
  amounts: readonly number[],
  price: AssetPrice | null,
  name: string,
): readonly number[] {
  if (price === null) throw inDollars(name);
  return amounts.map((amount, at) => amount / (price.usd[at] ?? NaN));
}

/** @throws {StartError} when a stated price changes nothing, so that its user expects something else */
export function requireUse(readings: Readings, { assetUsd }: ImportSpec): void {
  const amounts: readonly Quantity[] = ["tvlUsd", "volumeUsd", "volumeDayUsd"];
  if (assetUsd === undefined) return;
  if (readings.find("assetUsd") !== undefined) {
    throw refusal("--asset-usd has no effect, because a source has assetUsd: leave one out");
  }
  if (amounts.some((name) => readings.find(name) !== undefined)) return;
  throw refusal(
    "--asset-usd has no effect, because no column is in USD: say --map tvlUsd=tvl where tvl is",
  );
}
