// This module is browser compatible.

import { type AssetPrice, inAsset } from "./dollars.ts";
import type { Readings, Series } from "./readings.ts";
import { type Grid, sampleFlow } from "./sampling.ts";
import { checkFlow } from "./span.ts";

/** What was traded in the bars; null: no source says it. */
export interface Volume {
  readonly values: readonly number[];
  /** Whether it rests on an assumed price of the asset. */
  readonly isEstimated: boolean;
}

/**
 * Returns the volume of hours, or of days where the history has no hours. A sum over the last 24 hours
 * is the volume of a day, and of no hour.
 */
export function findVolume(
  readings: Readings,
  grid: Grid,
  price: AssetPrice | null,
): Volume | null {
  const own = readings.find("volume");
  if (own !== undefined) return { values: sumsOf(own, grid), isEstimated: false };
  const isEstimated = price?.isAssumed ?? false;
  const usd = readings.find("volumeUsd");
  if (usd !== undefined) {
    return { values: inAsset(sumsOf(usd, grid), price, "volume"), isEstimated };
  }
  const day = readings.find("volumeDayUsd");
  if (day === undefined || grid.timeframe === "hourly") return null;
  const sums = grid.times.map((time) => day.byTime.get(time)?.value ?? NaN);
  if (sums.some(Number.isNaN) || price === null) return null;
  return { values: inAsset(sums, price, "volume"), isEstimated };
}

function sumsOf(series: Series, grid: Grid): readonly number[] {
  if (series.kind === "flow") checkFlow(series, grid);
  else if (grid.timeframe === "daily") {
    return grid.times.map((time) => series.byTime.get(time)?.value ?? 0);
  }
  return sampleFlow(series, grid);
}
