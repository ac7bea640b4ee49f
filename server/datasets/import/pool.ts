// This module is browser compatible.

import { inDollars, isAssetPriced } from "./dollars.ts";
import { faultAt, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import type { Readings } from "./readings.ts";
import { type Filling, type Grid, sample } from "./sampling.ts";
import type { ImportSpec } from "./spec.ts";

/** The share of PT at the ends of a yield range: a pool is designed to trade from 10 % to 90 %. */
const LOGIT_OF_RANGE = Math.log(9);
/** A pool's constant is fixed, but a source may print its last digits differently. */
const SAME = 1e-6;

/** The constant of a pool's curve, and its origin. */
export interface ScalarRoot {
  readonly value: number;
  readonly isEstimated: boolean;
}

/** Reserves at the bars. */
export interface Pool {
  readonly totalPt: readonly number[];
  readonly totalSy: readonly number[];
  readonly isEstimated: boolean;
}

/** @throws {StartError} when neither the chain nor a yield range gives the constant */
export function findScalarRoot(readings: Readings, spec: ImportSpec): ScalarRoot {
  const series = readings.find("scalarRoot");
  if (series !== undefined) {
    const [first, ...rest] = series.byTime.values();
    const other = rest.find(({ value }) => Math.abs(value / (first?.value ?? NaN) - 1) > SAME);
    if (other !== undefined) {
      const detail = `scalarRoot is ${other.value}, and ${first?.value} in ${first?.place()}`;
      throw faultAt(other.place(), `${detail}: it is a constant of a market`);
    }
    if (first !== undefined) return { value: first.value, isEstimated: false };
  }
  if (spec.scalarRoot !== undefined) return { value: spec.scalarRoot, isEstimated: false };
  if (spec.yieldRange !== undefined) {
    const [low, high] = spec.yieldRange.map(Math.log1p);
    return { value: LOGIT_OF_RANGE / (((high ?? NaN) - (low ?? NaN)) / 2), isEstimated: true };
  }
  throw refusal(
    "the curve of the pool is not known: give a dump of readState, or --scalar-root N (of readState), " +
      "or --yield-range MIN,MAX of the market, from which it is estimated",
  );
}

/** @throws {StartError} when neither reserves nor the value of the pool are known */
export function requirePool(readings: Readings, spec: ImportSpec): void {
  const has = (name: Quantity): boolean => readings.find(name) !== undefined;
  if (has("totalPt") && has("totalSy")) return;
  if (!has("tvl") && !has("tvlUsd")) {
    throw refusal(
      "the pool is not known: give totalPt and totalSy, or tvl with --yield-range MIN,MAX",
    );
  }
  if (spec.yieldRange === undefined) refuseReserves();
  if (!has("tvl") && !isAssetPriced(readings, spec)) throw inDollars("tvl");
}

function refuseReserves(): never {
  throw refusal(
    "the reserves of the pool are not known: give totalPt and totalSy, or --yield-range MIN,MAX, " +
      "from which they are estimated by the value of the pool",
  );
}

/** Returns the reserves in a source; null when it has none. */
export function readPool(readings: Readings, grid: Grid, fillings: Filling[]): Pool | null {
  const [pt, sy] = [readings.find("totalPt"), readings.find("totalSy")];
  if (pt === undefined || sy === undefined) return null;
  const [totalPt, totalSy] = [pt, sy].map((series) =>
    sample(series, grid, fillings).map(({ value }) => value)
  );
  return { totalPt: totalPt ?? [], totalSy: totalSy ?? [], isEstimated: false };
}

/**
 * Estimates reserves from the value of a pool and the curve that its yield range implies:
 * `logit(share) = k*(ln(1+y) - c)`, `c` the middle of the range.
 *
 * @param tvl its value in the accounting asset
 */
export function estimatePool(
  tvl: readonly number[],
  { impliedApy, ptPrice, syIndex }: Readonly<
    Record<"impliedApy" | "ptPrice" | "syIndex", readonly number[]>
  >,
  spec: ImportSpec,
): Pool {
  if (spec.yieldRange === undefined) refuseReserves();
  const [low = NaN, high = NaN] = spec.yieldRange.map(Math.log1p);
  const [slope, middle] = [LOGIT_OF_RANGE / ((high - low) / 2), (high + low) / 2];
  const shares = impliedApy.map((apy) => 1 / (1 + Math.exp(-slope * (Math.log1p(apy) - middle))));
  const faces = shares.map((share, at) =>
    (tvl[at] ?? NaN) / (share * (ptPrice[at] ?? NaN) + 1 - share)
  );
  return {
    totalPt: shares.map((share, at) => share * (faces[at] ?? NaN)),
    totalSy: shares.map((share, at) => (1 - share) * (faces[at] ?? NaN) / (syIndex[at] ?? NaN)),
    isEstimated: true,
  };
}
