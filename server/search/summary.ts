// This module is browser compatible.

import type { Axis, SearchPlan } from "../contracts/plan.ts";
import { type Distinct, distinctOf, mergeDistinct, RESULTS_KEPT } from "./distinct.ts";
import { rowsOf } from "./distinct_rows.ts";
import { type Histogram, histogramOf, mergeHistograms, NO_HISTOGRAM } from "./histogram.ts";
import { mapsOf, mergeMaps, type MeritCells, toCells, toMap } from "./maps.ts";
import { mergeMoments, type Moments, momentsOfNumbers, NO_MOMENTS } from "./moments.ts";
import { Judge, type Points } from "./points.ts";
import { type Ranked, rankedOf } from "./ranked.ts";
import { mergeTop, type TopEntry, topOf } from "./top_list.ts";
import { mergeTried, NO_TRIED, type Tried, triedOf } from "./tried.ts";

/** The summary of a range of candidates; its size does not grow with the range. */
export interface Summary {
  /** Number of candidates. */
  readonly count: number;
  /** Number of candidates by status code; code 0 is those that ran. */
  readonly statuses: readonly number[];
  /** Merits of the candidates that ran within all constraints. */
  readonly merits: Moments;
  readonly histogram: Histogram;
  /** Sketch of the distinct candidates that ran. */
  readonly tried: Tried;
  /** Sketch of the distinct results of those that ran. */
  readonly results: Distinct;
  /** Number of candidates that ran and never traded. */
  readonly untraded: number;
  readonly maps: readonly MeritCells[];
  /** Best first. */
  readonly top: readonly TopEntry[];
}

/** The summary of one range, with the candidates that pass to the next stage. */
export interface RangeSummary extends Summary {
  readonly ranked: Ranked;
}

/** The base candidate and the axes, which all candidates of a plan share. */
interface Space {
  readonly base?: SearchPlan["base"];
  readonly axes: readonly Axis[];
}

/** How candidates are ranked, and how many are kept. */
export interface SummaryOptions {
  readonly plan: Pick<SearchPlan, "aim" | "constraints"> & Space;
  /** How many of the best are kept. */
  readonly topMax: number;
  /** How many of the best pass to the next stage. */
  readonly passes?: number;
}

/** Figures that tell results apart. */
const RESULT_FIGURES = ["score", "fills", "turnover", "cvar"] as const;

/** Number of status codes of the engine. */
const STATUSES = 6;

/** The empty summary. */
export const NO_SUMMARY: Summary = {
  count: 0,
  statuses: new Array<number>(STATUSES).fill(0),
  merits: NO_MOMENTS,
  histogram: NO_HISTOGRAM,
  tried: NO_TRIED,
  results: [],
  untraded: 0,
  maps: [],
  top: [],
};

/** Returns the summary of a range. */
export function summaryOf(
  points: Points,
  { plan, topMax, passes = 0 }: SummaryOptions,
): RangeSummary {
  const merits = new Judge(plan).meritsOf(points);
  const status = points.column("status");
  const statuses = [...NO_SUMMARY.statuses];
  const fills = points.column("fills");
  let untraded = 0;
  for (let row = 0; row < points.count; row++) {
    const code = status[row] ?? 0;
    statuses[code] = (statuses[code] ?? 0) + 1;
    if (fills[row] === 0) untraded++;
  }
  const coordinates = plan.axes.map((_, axis) => points.columnAt(axis));
  const firsts = points.distinctRows();
  const told = RESULT_FIGURES.map((name) => rowsOf(points.column(name), firsts));
  const hasRun = (row: number): boolean => status[row] === 0;
  return {
    count: points.count,
    statuses,
    merits: momentsOfNumbers(merits),
    histogram: histogramOf(merits),
    tried: triedOf({
      coordinates,
      ratios: points.column("dailySharpe"),
      hasRun,
      of: spaceOf(plan),
    }),
    results: distinctOf(told, (at) => hasRun(firsts[at] ?? -1), { kept: RESULTS_KEPT }),
    untraded,
    maps: mapsOf(plan.axes, points, merits),
    top: topOf(points, merits, topMax),
    ranked: rankedOf(points, merits, passes),
  };
}

/** Names a plan's candidates for their hashes: plans that differ in method or steps share them. */
export function spaceOf({ base, axes }: Space): string {
  return JSON.stringify([base, axes.map(({ path }) => path)]);
}

/** Merges two summaries. The order decides the last bits of sums, so callers merge in plan order. */
export function mergeSummaries(one: Summary, other: Summary, topMax: number): Summary {
  return {
    count: one.count + other.count,
    statuses: one.statuses.map((count, code) => count + (other.statuses[code] ?? 0)),
    merits: mergeMoments(one.merits, other.merits),
    histogram: mergeHistograms(one.histogram, other.histogram),
    tried: mergeTried(one.tried, other.tried),
    results: mergeDistinct(one.results, other.results, RESULTS_KEPT),
    untraded: one.untraded + other.untraded,
    maps: mergeMaps(one.maps, other.maps),
    top: mergeTop(one.top, other.top, topMax),
  };
}

/**
 * Returns a summary as it is stored: JSON, in which long lists of numbers are bytes in Base64. The rows
 * of ranked candidates, which may be a megabyte, are the line after it, so that no parser copies them.
 */
export function toText({ ranked, tried, maps, ...summary }: RangeSummary): string {
  const json = JSON.stringify({
    ...summary,
    maps: maps.map(toMap),
    hashes: bytesText(tried.hashes),
    ratios: bytesText(tried.ratios),
    width: ranked.width,
  });
  return `${json}\n${bytesText(ranked.rows)}`;
}

/** Reads a stored summary. */
export function readSummary(text: string): RangeSummary {
  const end = text.indexOf("\n");
  const { width, hashes, ratios, maps, ...summary } = JSON.parse(text.slice(0, end));
  return {
    ...summary,
    maps: maps.map(toCells),
    tried: { hashes: numbersOf(hashes), ratios: numbersOf(ratios) },
    ranked: { width, rows: numbersOf(text.slice(end + 1)) },
  };
}

function bytesText({ buffer, byteOffset, byteLength }: Float64Array<ArrayBuffer>): string {
  return new Uint8Array(buffer, byteOffset, byteLength).toBase64();
}

function numbersOf(text: string): Float64Array<ArrayBuffer> {
  return new Float64Array(Uint8Array.fromBase64(text).buffer);
}
