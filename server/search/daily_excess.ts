// This module is browser compatible.

import { z } from "zod";
import type { Candidate } from "../contracts/candidate.ts";
import { dailyReturnsOf } from "../datasets/daily_returns.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { okValue } from "../engine/wire.ts";
import type { BarRange } from "./folds.ts";

const encoder = new TextEncoder();

/** Columns of `Engine.runColumns` before the equity of the portfolio. */
const EQUITY_AT = 2;

/** Daily returns of candidates in a window, and of the two passive lines. */
export interface WindowReturns {
  /** All capital left in SY. */
  readonly idle: PassiveLine;
  /** All capital in PT from the first bar on. */
  readonly hold: PassiveLine;
  /** One per candidate; null if it did not run. */
  readonly candidates: readonly (Float64Array<ArrayBuffer> | null)[];
}

/** Daily returns and score of a passive line. */
export interface PassiveLine {
  readonly days: Float64Array<ArrayBuffer>;
  /** On the scale of candidates' scores. */
  readonly score: number;
}

/** Floor of the benchmark in a score, `RULES.md` 6.1. */
const BENCHMARK_MIN = 0.0001;

const FactsSchema = z.object({ benchmarkUtility: z.number(), idleUtility: z.number() });

/**
 * Returns daily returns of candidates of one market in a window. The engine temporarily gets a dataset
 * that ends with the window and is scored from its first bar.
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
  const days = (column: Float64Array): Float64Array<ArrayBuffer> =>
    Float64Array.from(dailyReturnsOf(timestamps, column, from).returns);
  try {
    const facts = okValue(FactsSchema, engine.addDataset(cut));
    const lines = engine.chartColumns(marketId, timeframe);
    const { benchmarkUtility, idleUtility } = facts;
    const scoreOf = (utility: number): number =>
      100 * utility / Math.max(benchmarkUtility, BENCHMARK_MIN);
    return {
      hold: { days: days(lines.subarray(0, bars)), score: scoreOf(benchmarkUtility) },
      idle: { days: days(lines.subarray(bars, 2 * bars)), score: scoreOf(idleUtility) },
      candidates: candidates.map((candidate) => {
        const columns = engine.runColumns(encoder.encode(JSON.stringify(candidate)));
        if (columns.length === 0) return null;
        const equity = columns.subarray(EQUITY_AT * bars, (EQUITY_AT + 1) * bars);
        const capital = Number(candidate.capital ?? equity[0]);
        return days(equity.map((value) => value / capital));
      }),
    };
  } finally {
    engine.addDataset(dataset);
  }
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
