// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { DatasetSummary } from "../../contracts/types.ts";
import { lastBarsOfDays } from "../../datasets/daily_returns.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { okJson } from "../../engine/wire.ts";
import type { BarRange } from "../plan/folds.ts";
import { type HeldPath, tripsOf } from "./trips.ts";

const encoder = new TextEncoder();

/** Columns of `Engine.runColumns`: of the portfolio, then of each component. */
const PORTFOLIO_COLUMNS = 6;
const EQUITY_AT = 2;
const COMPONENT_COLUMNS = 9;
const UNITS_AT = 8;

/** Daily returns of candidates in a window, and of the two passive lines. */
export interface WindowReturns {
  /** All capital left in SY. */
  readonly idle: PassiveLine;
  /** All capital in PT from the first bar on. */
  readonly hold: PassiveLine;
  /** One per candidate; null if it did not run. */
  readonly candidates: readonly (Float64Array<ArrayBuffer> | null)[];
  /** Round trips of the first candidate, see `tripsOf`; null if it did not run. */
  readonly trips: CandidateTrips | null;
}

/** Excess of each round trip of a candidate over the two passive lines. */
export type CandidateTrips = Readonly<Record<"hold" | "idle", readonly number[]>>;

/** Daily returns and score of a passive line. */
export interface PassiveLine {
  readonly days: Float64Array<ArrayBuffer>;
  /** On the scale of candidates' scores. */
  readonly score: number;
}

/** Floor of the benchmark in a score, `RULES.md` 6.1. */
const BENCHMARK_MIN = 0.0001;

type Facts = Pick<DatasetSummary, "benchmarkUtility" | "idleUtility">;

/**
 * Facts of whole datasets. The engine tells them when it gets the dataset, and then forgets the paths
 * that it has generated for evaluations, so it does not get the dataset again.
 */
const factsOfWhole = new WeakMap<Dataset, Facts>();

/**
 * Returns daily returns of candidates of one market in a window. The engine, which holds the dataset,
 * temporarily gets one that ends with the window and is scored from its first bar.
 *
 * @param window null: all scored bars
 */
export function dailyReturns(
  engine: Engine,
  dataset: Dataset,
  window: BarRange | null,
  candidates: readonly Candidate[],
): WindowReturns {
  const cut = cutTo(dataset, window);
  const { marketId, timeframe, tradeStartIndex: from } = cut.header;
  const timestamps = columnOf(cut, 0);
  const bars = timestamps.length;
  const ends = lastBarsOfDays(timestamps, [from, bars]);
  try {
    const facts = factsOfWhole.get(cut) ?? okJson(engine.addDataset(cut)) as Facts;
    if (cut === dataset) factsOfWhole.set(dataset, facts);
    const lines = engine.chartColumns(marketId, timeframe);
    const { benchmarkUtility, idleUtility } = facts;
    const [hold, idle] = [lines.subarray(0, bars), lines.subarray(bars, 2 * bars)];
    const runs = candidates.map((candidate, at) => {
      const numbers = engine.runColumns(encoder.encode(JSON.stringify(candidate)));
      // The engine refused the candidate.
      if (numbers.length === 0) return null;
      const columns: RunColumns = (place) => numbers.subarray(place * bars, (place + 1) * bars);
      return {
        days: daysOf(columns(EQUITY_AT), ends, capitalOf(candidate, columns)),
        path: at === 0 ? pathOf(candidate, columns) : null,
      };
    });
    const first = runs[0]?.path;
    const scoreOf = (utility: number): number =>
      100 * utility / Math.max(benchmarkUtility, BENCHMARK_MIN);
    return {
      hold: { days: daysOf(hold, ends), score: scoreOf(benchmarkUtility) },
      idle: { days: daysOf(idle, ends), score: scoreOf(idleUtility) },
      candidates: runs.map((run) => run && run.days),
      trips: first
        ? {
          hold: tripsOf(first, { line: hold, name: "hold", from }),
          idle: tripsOf(first, { line: idle, name: "idle", from }),
        }
        : null,
    };
  } finally {
    if (cut !== dataset) engine.addDataset(dataset);
  }
}

/** The columns of a run by their places. */
type RunColumns = (at: number) => Float64Array;

function capitalOf({ capital }: Candidate, columns: RunColumns): number {
  return Number(capital ?? columns(EQUITY_AT)[0]);
}

function pathOf(candidate: Candidate, columns: RunColumns): HeldPath {
  const capital = capitalOf(candidate, columns);
  const equity = columns(EQUITY_AT).map((wealth) => wealth / capital);
  const units = new Float64Array(equity.length);
  candidate.components.forEach((_, component) => {
    const own = columns(PORTFOLIO_COLUMNS + component * COMPONENT_COLUMNS + UNITS_AT);
    own.forEach((held, bar) => units[bar] = (units[bar] ?? 0) + held);
  });
  return { equity, units };
}

/** Returns the return of each day from the wealth at its last bar. */
function daysOf(
  path: Float64Array,
  ends: readonly number[],
  capital = 1,
): Float64Array<ArrayBuffer> {
  let before = 1;
  return Float64Array.from(ends, (bar) => {
    const wealth = (path[bar] ?? 0) / capital;
    const day = wealth / before - 1;
    before = wealth;
    return day;
  });
}

/** Returns the name of the better passive line. */
export function betterLine({ hold, idle }: WindowReturns): "hold" | "idle" {
  return hold.score >= idle.score ? "hold" : "idle";
}

/** Returns the excess of one over another, day by day. */
export function excessOf(one: Float64Array, other: Float64Array): Float64Array<ArrayBuffer> {
  return Float64Array.from(one, (day, at) => day - (other[at] ?? 0));
}

function cutTo(dataset: Dataset, window: BarRange | null): Dataset {
  if (window === null) return dataset;
  const { header } = dataset;
  const bars = header.columns.map((_, at) => columnOf(dataset, at).subarray(0, window.to));
  const columns = new Float64Array(bars.length * window.to);
  bars.forEach((column, at) => columns.set(column, at * window.to));
  return { header: { ...header, tradeStartIndex: window.from }, columns };
}

function columnOf({ header, columns }: Dataset, at: number): Float64Array<ArrayBuffer> {
  const bars = columns.length / header.columns.length;
  return columns.subarray(at * bars, (at + 1) * bars);
}
