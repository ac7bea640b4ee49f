// This module is browser compatible.

import { inDollars, isAssetPriced } from "./dollars.ts";
import { faultAt, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import { DAY_MS, type Readings } from "./readings.ts";
import { type Filling, type Grid, median, sample } from "./sampling.ts";
import type { ImportSpec } from "./spec.ts";

/** The share of PT at the ends of a yield range: a pool is designed to trade from 10 % to 90 %. */
const LOGIT_OF_RANGE = Math.log(9);
/** A move of the yield that shows the curve, in log yield, and the least time to expiry, in years. */
const MOVE_MIN = 1e-4;
const TAU_MIN = 3 / 365;
/** The fewest moves that show it, and the largest distance of their quartiles, of the median. */
const MOVES_MIN = 5;
const SPREAD_MAX = 0.25;
/** A larger relative difference of two sources of the constant is said. */
const DISAGREEMENT = 0.2;
const YEAR_MS = 365 * DAY_MS;
const CURVE_WANTED =
  "the curve of the pool is not known: give totalPt and totalSy of days on which the yield moved, a " +
  "dump of readState, --scalar-root N (of readState), or --yield-range MIN,MAX of the market, from " +
  "which it is estimated";
/** A pool's constant is fixed, but a source may print its last digits differently. */
const SAME = 1e-6;

/** The constant of a pool's curve, and its origin. */
export interface ScalarRoot {
  readonly value: number;
  readonly isEstimated: boolean;
  /** What the reserves say about it. */
  readonly notes: readonly string[];
}

/** Columns at the bars, in which the reserves show the curve. */
export interface CurveColumns {
  readonly times: readonly number[];
  readonly impliedApy: readonly number[];
  readonly totalPt: readonly number[];
  readonly totalSy: readonly number[];
  readonly syIndex: readonly number[];
}

/** Reserves at the bars. */
export interface Pool {
  readonly totalPt: readonly number[];
  readonly totalSy: readonly number[];
  readonly isEstimated: boolean;
}

/**
 * Returns the constant: from the chain, from the user, from the reserves, or from a yield range.
 *
 * @param columns null when the reserves are not known
 * @throws {StartError} when none of them gives it
 */
export function findScalarRoot(
  readings: Readings,
  spec: ImportSpec,
  columns: CurveColumns | null,
): ScalarRoot {
  const curve = columns === null ? null : fitCurve(columns, Date.parse(spec.expiry));
  const shown = curve?.quartiles.map((value) => value.toPrecision(4)) ?? [];
  const says = curve === null ? [] : [
    `the reserves follow scalarRoot ${shown[1]} (quartiles ${shown[0]} and ${
      shown[2]
    }, ${curve.moves} moves)`,
  ];
  const range = spec.yieldRange?.map(Math.log1p) ?? [];
  const ofRange = LOGIT_OF_RANGE / (((range[1] ?? NaN) - (range[0] ?? NaN)) / 2);
  const doubts = ([["--scalar-root", spec.scalarRoot], ["--yield-range", ofRange]] as const)
    .flatMap(
      ([option, value]) =>
        curve !== null && Math.abs((value ?? NaN) / curve.value - 1) > DISAGREEMENT
          ? [`${option} says ${value?.toPrecision(4)}, which the reserves contradict`]
          : [],
    );
  const notes = [...says, ...doubts];
  const known = readScalarRoot(readings) ?? spec.scalarRoot;
  if (known !== undefined) return { value: known, isEstimated: false, notes };
  if (spec.curve !== undefined) return { value: spec.curve, isEstimated: true, notes };
  if (curve !== null) return { value: curve.value, isEstimated: true, notes };
  if (spec.yieldRange !== undefined) return { value: ofRange, isEstimated: true, notes };
  throw refusal(CURVE_WANTED);
}

/** @throws {StartError} when nothing can give the constant of the curve */
export function requireScalarRoot(readings: Readings, spec: ImportSpec): void {
  const hasReserves = ["totalPt", "totalSy"] as const;
  if (readScalarRoot(readings) !== undefined || spec.scalarRoot !== undefined) return;
  if (spec.yieldRange !== undefined) return;
  if (!hasReserves.every((name) => readings.find(name) !== undefined)) throw refusal(CURVE_WANTED);
}

function readScalarRoot(readings: Readings): number | undefined {
  const [first, ...rest] = readings.find("scalarRoot")?.byTime.values() ?? [];
  const other = rest.find(({ value }) => Math.abs(value / (first?.value ?? NaN) - 1) > SAME);
  if (other !== undefined) {
    const detail = `scalarRoot is ${other.value}, and ${first?.value} in ${first?.place()}`;
    throw faultAt(other.place(), `${detail}: it is a constant of a market`);
  }
  return first?.value;
}

interface Curve {
  readonly value: number;
  readonly quartiles: readonly [number, number, number];
  readonly moves: number;
}

/**
 * Fits the curve of a pool. Between two bars the share of PT moves by trades alone, along the curve, so
 * every move of the yield shows its constant: `d logit(share) * tau / d (1+y)^tau`. null when there are
 * few moves, or when they do not agree.
 */
function fitCurve(columns: CurveColumns, expiry: number): Curve | null {
  const { times, impliedApy, totalPt, totalSy, syIndex } = columns;
  const logit = (at: number): number =>
    Math.log((totalPt[at] ?? NaN) / ((totalSy[at] ?? NaN) * (syIndex[at] ?? NaN)));
  const rate = (at: number): number => Math.log1p(impliedApy[at] ?? NaN);
  const found = times.flatMap((time, at) => {
    const tau = (expiry - time) / YEAR_MS;
    if (at === 0 || tau <= TAU_MIN || Math.abs(rate(at) - rate(at - 1)) <= MOVE_MIN) return [];
    const growth = Math.exp(rate(at) * tau) - Math.exp(rate(at - 1) * tau);
    return [(logit(at) - logit(at - 1)) * tau / growth];
  }).toSorted((a, b) => a - b);
  const quantile = (share: number): number => found[Math.round(share * (found.length - 1))] ?? NaN;
  const quartiles = [quantile(0.25), median(found), quantile(0.75)] as const;
  const [low, middle, high] = quartiles;
  if (found.length < MOVES_MIN || !(low > 0) || high - low > SPREAD_MAX * middle) return null;
  return { value: Number(middle.toPrecision(6)), quartiles, moves: found.length };
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
