// This module is browser compatible.

import { faultAt, type Place, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import { HOUR_MS, type Readings, type Series } from "./readings.ts";
import { type Filling, type Grid, median, sample } from "./sampling.ts";
import { checkOwnYield, makeGrowth } from "./published_yield.ts";
import type { ImportSpec } from "./spec.ts";

const YEAR_MS = 365 * 24 * HOUR_MS;
const WEEK_MS = 7 * 24 * HOUR_MS;
/** An implausible change between bars, which means a wrong unit or column. */
const MOVE_MAX = 0.2;
/** How long before the close of a bar the prices of a form are taken, for an exact index. */
const LAG_MS: Readonly<Record<string, number>> = { pendle: 60_000 };
/** A relative difference that is the rounding of a source, at most. */
const ROUNDING = 2e-6;
/** Falls below this are noise where they are on more than this share of the bars. */
const NOISE_FALL = 5e-4;
const NOISE_SHARE = 0.1;
/** The largest relative range of an index that is stated to be constant. */
const NOISE_MAX = 1e-3;

const WANTED =
  "syIndex decides what idle capital earns, so it is never guessed; give one of: a column syIndex " +
  "(SY.exchangeRate() over time), ptPrice in the asset with ptPerSy (their ratio), syUsd with " +
  "assetUsd, or with ptUsd and impliedApy, --sy-index constant of a market that pays points only, or " +
  "a published yield publishedApy, which is compounded and marked as estimated (a file of " +
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
  /** Whether it is a ratio of two prices, so that no price can be derived from it. */
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
}

/** Makes the index of what `requireIndex` has found. */
export function makeIndex(context: IndexContext): IndexColumn {
  if (context.spec.syIndex === "constant") return constantIndex(context);
  const found = readIndex(context);
  if (found === null) return compounded(context) ?? refuseIndex(context.readings);
  if (!found.isChain) checkNoise(found, context);
  return found;
}

/** An index that a source has, or of which it has the parts. */
interface ReadIndex extends IndexColumn {
  readonly isChain: boolean;
  readonly place: Place;
}

function readIndex(context: IndexContext): ReadIndex | null {
  const { readings, grid } = context;
  const index = readings.find("syIndex");
  if (index !== undefined) checkMoves(index, grid);
  const ratio = ([top = NaN, bottom = NaN]: readonly number[]): number => top / bottom;
  const isExact = LAG_MS[readings.find("ptUsd")?.presetId ?? ""] !== undefined;
  return combine(context, ["syIndex"], `syIndex of ${index?.presetId}`, ([value = NaN]) => value) ??
    combine(context, ["ptPrice", "ptPerSy"], "ptPrice / ptPerSy", ratio) ??
    (isExact ? priceIndex(context) : null) ??
    combine(context, ["syUsd", "assetUsd"], "syUsd / assetUsd", ratio) ??
    // Of prices that are not known to be exact, a published yield needs the level alone.
    (readings.find("publishedApy") === undefined ? priceIndex(context) : null);
}

/** Returns the index by USD prices of SY and PT, in which dollars cancel, and the yield of PT. */
function priceIndex(context: IndexContext): ReadIndex | null {
  const { readings, spec } = context;
  const close = Date.parse(spec.expiry) + (LAG_MS[readings.find("ptUsd")?.presetId ?? ""] ?? 0);
  return combine(
    context,
    ["syUsd", "ptUsd", "impliedApy"],
    "computed as syUsd / ptUsd * price of PT by impliedApy",
    ([sy = NaN, pt = NaN, apy = NaN], time) =>
      sy / pt * Math.exp(-Math.log1p(apy) * (close - time) / YEAR_MS),
  );
}

/** Computes an index from quantities; null when no source has one of them. */
function combine(
  { readings, grid, fillings }: IndexContext,
  names: readonly Quantity[],
  origin: string,
  of: (values: readonly number[], time: number) => number,
): ReadIndex | null {
  const parts = names.flatMap((name) => readings.find(name) ?? []);
  const [first] = parts;
  if (first === undefined || parts.length < names.length) return null;
  const columns = parts.map((part) => sample(part, grid, fillings));
  return {
    // A bar in a gap has the index of the row that fills it.
    values: grid.times.map((_, at) =>
      of(columns.map((column) => column[at]?.value ?? NaN), columns.at(-1)?.[at]?.time ?? NaN)
    ),
    origin,
    isEstimated: false,
    isOfPrices: parts.length === 2,
    isChain: first.isChain,
    place: first.byTime.get(grid.times[0] ?? NaN)?.place() ?? "",
    before: (time) => {
      const index = of(parts.map((part) => part.byTime.get(time)?.value ?? NaN), time);
      return Number.isNaN(index) ? undefined : index;
    },
  };
}

/** Returns the index that the operator states to be constant, unless the sources contradict. */
function constantIndex(context: IndexContext): IndexColumn {
  const values = readIndex(context)?.values ?? [1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (high / low - 1 > NOISE_MAX) {
    throw refusal(
      `--sy-index constant is stated, and by the sources syIndex is from ${low} to ${high}`,
    );
  }
  const typical = median(values);
  const level = low < high && Math.abs(typical - 1) <= NOISE_MAX ? 1 : typical;
  return {
    values: context.grid.times.map(() => level),
    origin: `${level} on every bar, as the operator states: idle capital earns nothing`,
    isEstimated: true,
    isOfPrices: true,
    before: () => level,
  };
}

/** @throws {StartError} that lists the accepted inputs when no source has the index */
export function requireIndex(readings: Readings, { syIndex }: ImportSpec): void {
  const has = (...names: readonly Quantity[]): boolean =>
    names.every((name) => readings.find(name) !== undefined);
  const isKnown = syIndex === "constant" || has("syIndex") || has("ptPrice", "ptPerSy") ||
    has("syUsd", "assetUsd") || has("syUsd", "ptUsd", "impliedApy") || has("publishedApy");
  if (!isKnown) refuseIndex(readings);
}

function refuseIndex(readings: Readings): never {
  const isPoolKnown = readings.find("totalSy") !== undefined &&
    (readings.find("tvl") ?? readings.find("tvlUsd")) !== undefined;
  throw refusal(isPoolKnown ? `${WANTED}; ${BACKED_OUT}` : WANTED);
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

/** @throws {StartError} when an index is constant for more than a week, or is noise about a constant */
function checkNoise({ values, place, origin }: ReadIndex, { grid: { times } }: IndexContext): void {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const states = "--sy-index constant states that SY is always worth the same";
  if ((times.at(-1) ?? NaN) - (times[0] ?? NaN) >= WEEK_MS && high / low - 1 < ROUNDING) {
    throw faultAt(
      place,
      `syIndex is ${
        values[0]
      } on every bar; a constant is refused, because the score depends on it ` +
        `(idle capital moves from 76 to 138 points over plausible yields); ${states}`,
    );
  }
  const falls = values.map((value, at) => 1 - value / (values[at - 1] ?? value));
  const small = falls.filter((fall) => fall > ROUNDING && fall < NOISE_FALL);
  const rises = falls.filter((fall) => fall < -ROUNDING);
  // An index that falls and never rises has losses, which the report says.
  if (Math.min(small.length, rises.length) <= NOISE_SHARE * values.length) return;
  throw faultAt(
    place,
    `syIndex (${origin}) falls on ${small.length} of ${values.length} bars, by less than ` +
      `${100 * NOISE_FALL} % each: that is the noise of prices, which the engine would take for ` +
      `losses; give an exact index, or ${states}`,
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
  checkOwnYield(series, context.readings);
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

/** Returns the index at the first bar. */
function findAnchor(context: IndexContext, growth: (time: number) => number): number {
  const { spec, needsLevel, grid } = context;
  if (spec.anchor !== undefined) return spec.anchor;
  const levels = priceIndex(context);
  if (levels !== null) {
    // The median ignores stale hours.
    return median(levels.values.map((value, at) => value / growth(grid.times[at] ?? NaN)));
  }
  if (!needsLevel) return 1;
  throw refusal(
    "a published yield says how the index grows, not where it begins: say --anchor N, syIndex at the first bar",
  );
}
