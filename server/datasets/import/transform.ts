// This module is browser compatible.

import { scoringWindow } from "../scoring_window.ts";
import { assemble, type ImportedDataset, type Parts, toDays } from "./assemble.ts";
import { clean, type Cleaning } from "./clean.ts";
import type { Comparison } from "./compare.ts";
import { compareAll } from "./comparisons.ts";
import { type AssetPrice, findAssetPrice, inAsset } from "./dollars.ts";
import { refusal } from "./fault.ts";
import { describeCorrections, describeFiles, describePool } from "./describe.ts";
import { checkStamps, describeExpiry, describeStamps } from "./expiry.ts";
import { firstWeekYields, impliedYields, parPrices } from "./identities.ts";
import { estimatePool, findScalarRoot, readPool, type ScalarRoot } from "./pool.ts";
import type { Readings, Series } from "./readings.ts";
import { requireAll } from "./requirements.ts";
import { type Filling, type Grid, sample } from "./sampling.ts";
import { describeEnd, findGrid } from "./span.ts";
import type { ImportSpec } from "./spec.ts";
import { describeFalls, makeIndex } from "./sy_index.ts";
import { findVolume } from "./volume.ts";

/** The report of an import, for people and for the provenance. */
export interface ImportReport extends Cleaning {
  readonly fillings: readonly Filling[];
  readonly duplicates: readonly string[];
  readonly rounded: readonly string[];
  readonly compared: readonly Comparison[];
  readonly notes: readonly string[];
  /** What was unusual about the form of a file. */
  readonly remarks: readonly string[];
  /** What was read otherwise than it stands in the sources, for the provenance. */
  readonly corrections: readonly string[];
}

export interface ImportedMarket {
  readonly scalarRoot: number;
  readonly datasets: readonly ImportedDataset[];
  readonly report: ImportReport;
}

/** An imported market and the recognised form of each source. */
export interface Imported extends ImportedMarket {
  readonly presetIds: readonly string[];
}

/** Inputs of every step of a transformation. */
interface Context {
  readonly readings: Readings;
  readonly spec: ImportSpec;
  readonly grid: Grid;
  readonly fillings: Filling[];
}

/**
 * Turns readings into the datasets of a market, hourly and daily or daily only. Equal readings give
 * equal numbers.
 *
 * @throws {StartError} that names the missing or wrong input and its place
 */
export function transform(readings: Readings, spec: ImportSpec): ImportedMarket {
  const lead = requireAll(readings, spec);
  const cleaning = clean(readings, spec);
  checkStamps(readings, Date.parse(spec.expiry));
  const context = { readings, spec, grid: findGrid(readings, lead, spec), fillings: [] };
  const { parts, price, isPoolKnown, origin, scalarRoot } = readParts(context, lead);
  const made = assemble(parts);
  const days = parts.grid.timeframe === "daily"
    ? null
    : toDays(parts, (grid) =>
      findVolume(readings, grid, pricedAt(price, parts.grid, grid))?.values ?? null);
  const isScored = ({ times, timeframe }: ImportedDataset): boolean =>
    scoringWindow(times.length, timeframe).tradeStartIndex > 0;
  const datasets = [made, ...days === null ? [] : [assemble(days)]].filter(isScored);
  if (datasets.length === 0) {
    const { length } = parts.grid.times;
    throw refusal(
      `${length} ${made.timeframe} bars are all warmup, there must be more than 30 days`,
    );
  }
  const compared = compareAll(made, {
    readings,
    assetUsd: price?.usd ?? null,
    isPoolKnown,
    expiry: parts.expiry,
    isFromPrice: lead.quantity === "ptPrice",
  });
  const { duplicates, rounded, unused, remarks } = readings.counts;
  const notes = [
    `syIndex: ${origin}`,
    describeExpiry(readings, compared.some(({ column }) => column === "ptPrice")),
    ...describeStamps(readings, lead, spec),
    ...describeFalls(parts.syIndex),
    ...scalarRoot.notes,
    ...describeEnd(parts.grid, spec),
    ...describePool(made, spec.coin),
    ...describeFiles(readings),
    ...unused,
  ];
  const { fillings } = context;
  const corrections = describeCorrections(readings, cleaning, [
    ...origin.startsWith("syIndex of") ? [] : [`syIndex: ${origin}`],
    ...scalarRoot.isEstimated ? scalarRoot.notes : [],
  ]);
  return {
    scalarRoot: scalarRoot.value,
    datasets,
    report: {
      ...cleaning,
      fillings,
      duplicates,
      rounded,
      compared,
      notes,
      corrections,
      remarks: [...remarks],
    },
  };
}

interface ReadParts {
  readonly parts: Parts;
  readonly price: AssetPrice | null;
  readonly isPoolKnown: boolean;
  /** Origin of the index. */
  readonly origin: string;
  readonly scalarRoot: ScalarRoot;
}

function readParts(context: Context, lead: Series): ReadParts {
  const { readings, spec, grid, fillings } = context;
  const expiry = Date.parse(spec.expiry);
  const isFromPrice = lead.quantity === "ptPrice";
  const leading = sampleValues(context, lead);
  const impliedApy = isFromPrice ? impliedYields(grid.times, leading, expiry) : leading;
  const ptPrice = parPrices(grid.times, impliedApy, expiry);
  const known = readPool(readings, grid, fillings);
  const needsLevel = known !== null;
  const index = makeIndex({ readings, grid, spec, fillings, needsLevel });
  const syIndex = index.values;
  const isOfPrices = index.isEstimated || index.isOfPrices;
  const price = findAssetPrice(readings, grid, {
    spec,
    fillings,
    syIndex: isOfPrices ? null : syIndex,
    ptPrice,
  });
  const pool = known ??
    estimatePool(poolValues(context, price), { impliedApy, ptPrice, syIndex }, spec);
  const curve = { times: grid.times, impliedApy, syIndex, ...pool };
  const scalarRoot = findScalarRoot(readings, spec, known === null ? null : curve);
  const volume = findVolume(readings, grid, price);
  const far = readings.find("farImpliedApy");
  return {
    price,
    isPoolKnown: known !== null,
    origin: index.origin,
    scalarRoot,
    parts: {
      grid,
      impliedApy,
      syIndex,
      expiry,
      totalPt: pool.totalPt,
      totalSy: pool.totalSy,
      volume: volume?.values ?? null,
      farImpliedApy: far === undefined ? null : sampleValues(context, far),
      firstWeek: firstWeekYields(grid, syIndex, index.before),
      pyIndex: readings.find("pyIndex")?.byTime.get(grid.times[0] ?? NaN)?.value,
      estimated: [
        ...isFromPrice ? ["impliedApy"] : [],
        ...pool.isEstimated ? ["totalPt", "totalSy"] : [],
        ...index.isEstimated ? ["syIndex"] : [],
        ...volume?.isEstimated ? ["volume"] : [],
        ...scalarRoot.isEstimated ? ["scalarRoot"] : [],
      ],
    },
  };
}

/** Returns the value of the pool in the accounting asset. */
function poolValues(context: Context, price: AssetPrice | null): readonly number[] {
  const { readings } = context;
  const tvl = readings.find("tvl");
  if (tvl !== undefined) return sampleValues(context, tvl);
  const tvlUsd = readings.find("tvlUsd");
  if (tvlUsd !== undefined) return inAsset(sampleValues(context, tvlUsd), price, "tvl");
  return [];
}

function sampleValues({ grid, fillings }: Context, series: Series): readonly number[] {
  return sample(series, grid, fillings).map(({ value }) => value);
}

/** Returns the prices at a subset of the bars. */
function pricedAt(price: AssetPrice | null, from: Grid, to: Grid): AssetPrice | null {
  if (price === null) return null;
  const byTime = new Map(from.times.map((time, at) => [time, price.usd[at] ?? NaN]));
  return { ...price, usd: to.times.map((time) => byTime.get(time) ?? NaN) };
}
