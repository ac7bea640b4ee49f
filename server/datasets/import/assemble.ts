// This module is browser compatible.

import type { Timeframe } from "../../contracts/scalar.ts";
import { computeColumns } from "./identities.ts";
import { HOUR_MS } from "./readings.ts";
import type { Grid } from "./sampling.ts";

const DAY_MS = 24 * HOUR_MS;
const DAY_HOURS = 24;

/** A dataset to write. */
export interface ImportedDataset {
  readonly timeframe: Timeframe;
  readonly times: readonly number[];
  /** Columns in the order of the file, without timestamp. */
  readonly columns: Readonly<Record<string, readonly number[]>>;
  readonly absent: readonly string[];
  readonly estimated: readonly string[];
  readonly pyIndex: number | undefined;
}

/** Columns that were read or estimated at the bars of a grid; the other columns follow from them. */
export interface Parts {
  readonly grid: Grid;
  readonly impliedApy: readonly number[];
  readonly totalPt: readonly number[];
  readonly totalSy: readonly number[];
  readonly syIndex: readonly number[];
  readonly volume: readonly number[] | null;
  readonly farImpliedApy: readonly number[] | null;
  /** underlyingApy of the bars in the first seven days. */
  readonly firstWeek: readonly number[];
  readonly estimated: readonly string[];
  readonly expiry: number;
  readonly pyIndex: number | undefined;
}

/** Assembles a dataset and computes its derived columns. */
export function assemble(parts: Parts): ImportedDataset {
  const { grid, impliedApy, totalPt, totalSy, syIndex, volume, farImpliedApy } = parts;
  const { ptPrice, tvl, underlyingApy } = computeColumns(grid, parts, parts);
  const known = { impliedApy, underlyingApy, ptPrice, totalPt, totalSy, syIndex, tvl };
  return {
    timeframe: grid.timeframe,
    times: grid.times,
    columns: {
      ...known,
      ...volume === null ? {} : { volume },
      ...farImpliedApy === null ? {} : { farImpliedApy },
    },
    absent: volume === null ? ["volume"] : [],
    estimated: parts.estimated,
    pyIndex: parts.pyIndex,
  };
}

/**
 * Selects the hourly bars that close at 00:00 UTC. The volume of a day is the sum of the 24 hours that
 * end there, so an incomplete first day is left out.
 *
 * @param dayVolume returns the volume of days when the volume of hours is unknown
 */
export function toDays(
  parts: Parts,
  dayVolume: (grid: Grid) => Parts["volume"],
): Parts | null {
  const { times } = parts.grid;
  const isWhole = (at: number): boolean => parts.volume === null || at >= DAY_HOURS - 1;
  const picked = times.flatMap((time, at) => time % DAY_MS === 0 && isWhole(at) ? [at] : []);
  const pick = (values: readonly number[]): readonly number[] =>
    picked.map((at) => values[at] ?? NaN);
  const grid: Grid = { timeframe: "daily", times: pick(times) };
  if (grid.times.length < 2) return null;
  const { volume, farImpliedApy } = parts;
  const sumOfDay = (at: number): number =>
    volume?.slice(at - DAY_HOURS + 1, at + 1).reduce((sum, amount) => sum + amount, 0) ?? NaN;
  return {
    ...parts,
    grid,
    impliedApy: pick(parts.impliedApy),
    totalPt: pick(parts.totalPt),
    totalSy: pick(parts.totalSy),
    syIndex: pick(parts.syIndex),
    volume: volume === null ? dayVolume(grid) : picked.map(sumOfDay),
    farImpliedApy: farImpliedApy === null ? null : pick(farImpliedApy),
    firstWeek: picked.flatMap((at) => parts.firstWeek[at] ?? []),
    // The first index of a chain is the index of the first hour.
    pyIndex: picked[0] === 0 ? parts.pyIndex : watermarkBefore(parts, picked[0] ?? 0),
  };
}

/** Returns the watermark of the hours before a bar. */
function watermarkBefore({ pyIndex, syIndex }: Parts, end: number): number | undefined {
  return pyIndex === undefined ? undefined : Math.max(pyIndex, ...syIndex.slice(0, end));
}
