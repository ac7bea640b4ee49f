// This module is browser compatible.

import type { ImportedDataset } from "./assemble.ts";
import { compare, type Comparison, type Tolerance } from "./compare.ts";
import type { Quantity } from "./quantity.ts";
import type { Readings } from "./readings.ts";

const YEAR_MS = 365 * 86_400_000;
/** Per year, which detects a price whose yield is a point off. */
const PRICE: Tolerance = { median: 0.01, largest: 0.05 };
const VALUE: Tolerance = { median: 0.02, largest: 0.25 };
/** Loose, because a source may publish the yield of a day where a dataset has the yield of a week. */
const YIELD: Tolerance = { median: 0.1, largest: Infinity, isDifference: true };

/** Inputs of the comparisons. */
export interface ComparisonContext {
  readonly readings: Readings;
  /** Price of the asset in USD at the bars; null when unknown. */
  readonly assetUsd: readonly number[] | null;
  /** Whether the pool comes from the source; a pool derived from tvl agrees with tvl by definition. */
  readonly isPoolKnown: boolean;
  readonly expiry: number;
  /** Whether impliedApy was derived from ptPrice. */
  readonly isFromPrice: boolean;
}

/** Compares the computed columns with the sources' own columns of the same name. */
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
      // In shares of SY: dollars cancel in a ratio of two prices in USD.
      (at) => 1 / (syUsd.byTime.get(times[at] ?? NaN)?.value ?? NaN),
    ),
    ...isPoolKnown ? against("tvl", column("tvl"), VALUE) : [],
    ...isPoolKnown && assetUsd !== null
      ? against("tvlUsd", column("tvl"), VALUE, (at) => 1 / (assetUsd[at] ?? NaN))
      : [],
    ...against("underlyingApy", column("underlyingApy"), YIELD),
  ];
}
