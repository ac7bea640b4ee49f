// This module is browser compatible.

import { type AssetPrice, inAsset } from "./dollars.ts";
import type { Readings, Series } from "./readings.ts";
import { type Grid, sampleFlow } from "./sampling.ts";
import { checkFlow } from "./span.ts";

/** Traded amounts per bar; null when no source has them. */
export interface Volume {
  readonly values: readonly number[];
  /** Whether it depends on an assumed price of the asset. */
  readonly isEstimated: boolean;
}

/**
 * Returns the volume per hour, or per day for a daily history. A source's sum over the last 24 hours
 * gives the volume of a day, never of an hour.
 */
export function findVolume(
  readings: Readings,
  grid: Grid,
  price: AssetPrice | null,
): Volume | null {
  const own = readings.find("volume");
  if (own !== undefined) return { values: sumByBar(own, grid, readings), isEstimated: false };
  const isEstimated = price?.isAssumed ?? false;
  const usd = readings.find("volumeUsd");
  if (usd !== undefined) {
    return { values: inAsset(sumByBar(usd, grid, readings), price, "volume"), isEstimated };
  }
  const day = readings.find("volumeDayUsd");
  if (day === undefined || grid.timeframe === "hourly") return null;
  const sums = grid.times.map((time) => day.byTime.get(time)?.value ?? NaN);
  if (sums.some(Number.isNaN) || price === null) return null;
  return { values: inAsset(sums, price, "volume"), isEstimated };
}

function sumByBar(series: Series, grid: Grid, { isLive }: Readings): readonly number[] {
  if (series.kind === "flow") checkFlow(series, grid, isLive);
  else if (grid.timeframe === "daily") {
    return grid.times.map((time) => series.byTime.get(time)?.value ?? 0);
  }
  return sampleFlow(series, grid);
}
