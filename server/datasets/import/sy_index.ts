// This module is browser compatible.

import { faultAt, isoTime, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import { HOUR_MS, type Readings, type Series } from "./readings.ts";
import { type Filling, type Grid, sample } from "./sampling.ts";
import type { ImportSpec } from "./spec.ts";

const YEAR_MS = 365 * 24 * HOUR_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** An implausible change between bars, which means a wrong unit or column. */
const MOVE_MAX = 0.2;
/** Maximum age of a published yield at a bar. */
const RATE_AGE_MAX_MS = 72 * HOUR_MS;

const WANTED =
  "syIndex decides what idle capital earns, so it is never guessed; give one of: a column syIndex " +
  "(SY.exchangeRate() over time), ptPrice in the asset with ptPerSy (their ratio), syUsd with " +
  "assetUsd, or a published yield publishedApy, which is compounded and marked as estimated (a file of " +
  "https://yields.llama.fi/chart/POOL has it)";

/** The reason for refusing an index that is computed from the value of the pool. */
export const BACKED_OUT =
  "an index computed from tvl, totalPt and totalSy is refused: rounding and stale prices make it " +
  "fall where nothing was lost (by 0.17 % on a real market), and a fall is a loss to the engine";

/** An index at the bars of a grid. */
export interface IndexColumn {
  readonly values: readonly number[];
  /** Its origin, for people. */
  readonly origin: string;
  readonly isEstimated: boolean;
  /** Whether it is a ratio of prices, so that no price can be derived from it. */
  readonly isOfPrices: boolean;
  /** The index before the first bar, if a source has it; gives the growth of the first week. */
  readonly before: (time: number) => number | undefined;
}

/** Inputs of an index. */
export interface IndexContext {
  readonly readings: Readings;
  readonly grid: Grid;
  readonly spec: ImportSpec;
  readonly fillings: Filling[];
  /** Whether the level of the index matters, because the source counts the pool in shares. */
  readonly needsLevel: boolean;
  /** Price of a PT at the bars while its index is at its maximum. */
  readonly parPrices: readonly number[];
}

/** Makes the index of what `requireIndex` has found. */
export function makeIndex(context: IndexContext): IndexColumn {
  const { readings, grid, fillings } = context;
  const read = (series: Series): readonly number[] =>
    sample(series, grid, fillings).map(({ value }) => value);
  const index = readings.find("syIndex");
  if (index !== undefined) {
    checkMoves(index, grid);
    const values = read(index);
    if (!index.isChain) checkConstant(values, index, grid);
    const before = (time: number): number | undefined => index.byTime.get(time)?.value;
    const origin = `syIndex of ${index.presetId}`;
    return { values, origin, isEstimated: false, isOfPrices: false, before };
  }
  const ratio = (top: Series | undefined, bottom: Series | undefined): IndexColumn | null => {
    if (top === undefined || bottom === undefined) return null;
    const divisors = read(bottom);
    return {
      values: read(top).map((value, at) => value / (divisors[at] ?? NaN)),
      origin: `${top.quantity} / ${bottom.quantity}`,
      isEstimated: false,
      isOfPrices: true,
      before: (time) => quotient(top.byTime.get(time)?.value, bottom.byTime.get(time)?.value),
    };
  };
  const found = ratio(readings.find("ptPrice"), readings.find("ptPerSy")) ??
    ratio(readings.find("syUsd"), readings.find("assetUsd")) ?? compounded(context);
  return found ?? refuseIndex(readings);
}

/** @throws {StartError} that lists the accepted inputs when no source has the index */
export function requireIndex(readings: Readings): void {
  const has = (...names: readonly Quantity[]): boolean =>
    names.every((name) => readings.find(name) !== undefined);
  const isKnown = has("syIndex") || has("ptPrice", "ptPerSy") || has("syUsd", "assetUsd") ||
    has("publishedApy");
  if (!isKnown) refuseIndex(readings);
}

function refuseIndex(readings: Readings): never {
  const isPoolKnown = readings.find("totalSy") !== undefined &&
    (readings.find("tvl") ?? readings.find("tvlUsd")) !== undefined;
  throw refusal(isPoolKnown ? `${WANTED}; ${BACKED_OUT}` : WANTED);
}

function quotient(top: number | undefined, bottom: number | undefined): number | undefined {
  return top === undefined || bottom === undefined ? undefined : top / bottom;
}

function checkMoves({ byTime }: Series, grid: Grid): void {
  const start = grid.times[0] ?? 0;
  const times = [...byTime.keys()].filter((time) => time >= start).toSorted((a, b) => a - b);
  times.forEach((time, at) => {
    const [before, now] = [byTime.get(times[at - 1] ?? NaN), byTime.get(time)];
    if (before === undefined || now === undefined) return;
    if (Math.abs(now.value / before.value - 1) <= MOVE_MAX) return;
    const detail = `syIndex goes from ${before.value} to ${now.value} at once`;
    throw faultAt(now.place(), `${detail}: it is no index, or in another unit`);
  });
}

/** @throws {StartError} when an index is constant for more than a week, as a guess would be */
function checkConstant(values: readonly number[], { byTime }: Series, { times }: Grid): void {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  if (last - first < WEEK_MS || values.some((value) => value !== values[0])) return;
  const place = byTime.get(first)?.place() ?? "";
  throw faultAt(
    place,
    `syIndex is ${
      values[0]
    } on every bar; a constant is refused, because the score depends on it ` +
      `(idle capital moves from 76 to 138 points over plausible yields); an index that truly never ` +
      `moves is taken from the chain, as readstate:FILE with exchangeRate`,
  );
}

/** Describes the bars at which an index falls, which the engine treats as losses. */
export function describeFalls(values: readonly number[]): readonly string[] {
  const falls = values.map((value, at) => 1 - value / (values[at - 1] ?? value))
    .filter((fall) => fall > 0);
  if (falls.length === 0) return [];
  const most = (100 * Math.max(...falls)).toPrecision(3);
  return [`syIndex falls on ${falls.length} bars, by ${most} % at most: each fall is a loss`];
}

/** Compounds a published yield to an index; null when no source has a yield. */
function compounded(context: IndexContext): IndexColumn | null {
  const series = context.readings.find("publishedApy");
  if (series === undefined) return null;
  const { times } = context.grid;
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const growth = makeGrowth(series, first, last);
  const anchor = findAnchor(context, growth);
  return {
    values: times.map((time) => anchor * growth(time)),
    origin: `publishedApy of ${series.presetId}, compounded from ${anchor} at the first bar`,
    isEstimated: true,
    isOfPrices: false,
    before: (time) => {
      const back = growth(time);
      return Number.isNaN(back) ? undefined : anchor * back;
    },
  };
}

/**
 * Returns growth since the first bar as a function of time; each yield holds until the next is
 * published. Growth is below 1 before the first bar, and NaN where no yield is known.
 */
function makeGrowth(
  { byTime }: Series,
  first: number,
  last: number,
): (time: number) => number {
  const stamps = [...byTime.keys()].toSorted((a, b) => a - b);
  const start = stamps[0] ?? NaN;
  if (!(start <= first)) {
    throw refusal(
      `publishedApy begins at ${isoTime(start)}, after the first bar ${isoTime(first)}`,
    );
  }
  // Cumulative logarithms at the timestamps.
  const logs = [0];
  stamps.slice(1).forEach((stamp, at) => {
    const from = stamps[at] ?? 0;
    if (stamp > first && from < last) checkAge(from, stamp);
    logs.push((logs[at] ?? 0) + logRate(byTime.get(from)?.value) * (stamp - from) / YEAR_MS);
  });
  checkAge(stamps.at(-1) ?? 0, last);
  const logAt = (time: number): number => {
    const after = stamps.findIndex((stamp) => stamp > time);
    const at = after < 0 ? stamps.length - 1 : after - 1;
    const stamp = stamps[at];
    if (stamp === undefined) return NaN;
    return (logs[at] ?? NaN) + logRate(byTime.get(stamp)?.value) * (time - stamp) / YEAR_MS;
  };
  const base = logAt(first);
  return (time) => Math.exp(logAt(time) - base);
}

function checkAge(from: number, to: number): void {
  if (to - from <= RATE_AGE_MAX_MS) return;
  throw refusal(`publishedApy has no row from ${isoTime(from)} on for more than 72 hours`);
}

function logRate(apy = NaN): number {
  return Math.log1p(apy);
}

/** Returns the index at the first bar. */
function findAnchor(
  { readings, spec, needsLevel, grid, parPrices }: IndexContext,
  growth: (time: number) => number,
): number {
  if (spec.anchor !== undefined) return spec.anchor;
  const [pt, sy] = [readings.find("ptUsd"), readings.find("syUsd")];
  if (pt !== undefined && sy !== undefined) {
    // Dollars cancel in a ratio of USD prices, and the median ignores stale hours.
    const [ptUsd, syUsd] = [sample(pt, grid, []), sample(sy, grid, [])];
    const levels = grid.times.map((time, at) =>
      (parPrices[at] ?? NaN) * (syUsd[at]?.value ?? NaN) / (ptUsd[at]?.value ?? NaN) / growth(time)
    ).toSorted((a, b) => a - b);
    return levels[Math.floor(levels.length / 2)] ?? NaN;
  }
  if (!needsLevel) return 1;
  throw refusal(
    "a published yield says how the index grows, not where it begins: say --anchor N, syIndex at the first bar",
  );
}
