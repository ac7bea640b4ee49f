// This module is browser compatible.

import type { ImportedDataset } from "./assemble.ts";
import { compare, type Comparison, type Tolerance } from "./compare.ts";
import type { Quantity } from "./quantity.ts";
import type { Readings } from "./readings.ts";

const YEAR_MS = 365 * 86_400_000;
/** By the year, so that the price of another yield, a point away, is found. */
const PRICE: Tolerance = { median: 0.01, largest: 0.05 };
const VALUE: Tolerance = { median: 0.02, largest: 0.25 };
/** A source may show the yield of a day, where a dataset has that of a week. */
const YIELD: Tolerance = { median: 0.1, largest: Infinity, isDifference: true };

/** What a dataset is compared with. */
export interface ComparisonContext {
  readonly readings: Readings;
  /** Price of the asset in USD at the bars; null: not known. */
  readonly assetUsd: readonly number[] | null;
  /** Whether the pool is the source's own: one that is made of tvl agrees with it. */
  readonly isPoolKnown: boolean;
  readonly expiry: number;
  /** Whether impliedApy was made of ptPrice. */
  readonly isFromPrice: boolean;
}

/** Compares the columns that are always computed with those that the sources have of them. */
export function compareAll(
  { timeframe, times, columns }: ImportedDataset,
  { readings, assetUsd, isPoolKnown, isFromPrice, expiry }: ComparisonContext,
): readonly Comparison[] {
  const price: Tolerance = { ...PRICE, years: times.map((time) => (expiry - time) / YEAR_MS) };
  const column = (name: string): readonly number[] => columns[name] ?? [];
  const per = (tops: readonly number[], bottoms: readonly number[]): readonly number[] =>
    tops.map((top, at) => top / (bottoms[at] ?? NaN));
  const against = (
    quantity: Quantity,
    computed: readonly number[],
    tolerance: Tolerance,
    scale: (at: number) => number = () => 1,
  ): readonly Comparison[] => {
    const series = readings.find(quantity);
    if (series === undefined) return [];
    const own = (reading: { value: number }, at: number): number => reading.value * scale(at);
    const found = compare(quantity, series, { timeframe, times }, { computed, own, tolerance });
    return found === null ? [] : [found];
  };
  const syUsd = readings.find("syUsd");
  return [
    ...isFromPrice ? [] : against("ptPrice", column("ptPrice"), price),
    ...syUsd === undefined ? [] : against(
      "ptUsd",
      per(column("ptPrice"), column("syIndex")),
      price,
      // In shares of SY: a ratio of two prices in USD has no dollar in it.
      (at) => 1 / (syUsd.byTime.get(times[at] ?? NaN)?.value ?? NaN),
    ),
    ...isPoolKnown ? against("tvl", column("tvl"), VALUE) : [],
    ...isPoolKnown && assetUsd !== null
      ? against("tvlUsd", column("tvl"), VALUE, (at) => 1 / (assetUsd[at] ?? NaN))
      : [],
    ...against("underlyingApy", column("underlyingApy"), YIELD),
  ];
}
