// This module is browser compatible.

import type { FieldError } from "../../contracts/problem.ts";
import { type DailyReturns, dailyReturnsOf, excessReturns } from "../../datasets/daily_returns.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { payloadOf } from "../../engine/answer.ts";
import type { PageEngine } from "../../engine/engine.ts";
import { EngineFailure } from "./failure.ts";
import type { MarketColumns, Run, SeenLine, SeenMark } from "./messages.ts";

const DAYS_PER_YEAR = 365;

const decoder = new TextDecoder();

interface ErrorAnswer {
  readonly error: {
    readonly code: string;
    readonly detail: string;
    readonly fieldErrors?: readonly FieldError[];
  };
}

/**
 * Returns the value of a successful answer.
 *
 * @throws {EngineFailure} `rejected`, with the engine's message
 */
export function read<T>(answer: Uint8Array): T {
  const payload = payloadOf(answer);
  if (payload !== null) return JSON.parse(decoder.decode(payload));
  const { error }: ErrorAnswer = JSON.parse(decoder.decode(answer));
  const { code, detail, fieldErrors = [] } = error;
  throw new EngineFailure({ kind: "rejected", code, detail, fieldErrors });
}

/** Returns a copy of the first column, the closes of the bars. */
export function timestampsOf({ header, columns }: Dataset): Float64Array {
  return columns.slice(0, columns.length / header.columns.length);
}

/** Returns a copy of a dataset, for charts. */
export function toMarketColumns(engine: PageEngine, dataset: Dataset): MarketColumns {
  const { header, columns } = dataset;
  const charted = engine.chartColumns(header.marketId, header.timeframe);
  const bars = columns.length / header.columns.length;
  const [timestamp = new Float64Array(), ...others] = header.columns.map((_, index) =>
    columns.slice(index * bars, (index + 1) * bars)
  );
  const [, ...names] = header.columns;
  const [hold, idle] = [charted.slice(0, bars), charted.slice(bars, 2 * bars)];
  const daysOf = (path: Float64Array): DailyReturns =>
    dailyReturnsOf(timestamp, path, header.tradeStartIndex);
  const excess = Float64Array.from(excessReturns(daysOf(hold), daysOf(idle)));
  const { sharpe } = engine.sharpeLuck(excess);
  return {
    header,
    bars,
    timestamp,
    columns: Object.fromEntries(names.map((name, index) => [name, others[index] ?? timestamp])),
    hold,
    idle,
    holdSharpe: sharpe === null ? null : sharpe * Math.sqrt(DAYS_PER_YEAR),
    poolPtShare: charted.slice(2 * bars),
  };
}

/** Columns of `Engine.show`, in its order. */
const PORTFOLIO = ["cost", "drawdown", "equity", "exposure", "return", "turnover"] as const;
const LEDGER = [
  "equity",
  "executedPosition",
  "feeCost",
  "ptPrice",
  "shares",
  "signalTarget",
  "slippageCost",
  "turnover",
  "units",
] as const;

/** The answer of `Engine.show`. */
export interface ShownAnswer {
  readonly observed: readonly (readonly DescribedLine[])[];
  readonly run: Omit<Run, "timestamp" | "portfolio" | "ledgers" | "seen" | "dailySharpe">;
  readonly trial: { readonly dailySharpe: number | null };
}
type DescribedLine = Omit<SeenLine, "column" | "marks"> & {
  readonly marks: readonly Omit<SeenMark, "column">[];
};

/**
 * Joins a run with its columns.
 *
 * @param columns those of `Engine.show`; the columns of the run are views of them
 */
export function toRun(
  { observed, run, trial }: ShownAnswer,
  columns: Float64Array<ArrayBuffer>,
  timestamp: Float64Array,
): Run {
  const { candidate, evidence, events, execution, metrics, resolvedScoringProfile, warnings } = run;
  const bars = timestamp.length;
  let at = 0;
  const next = (): Float64Array => columns.subarray(at++ * bars, at * bars);
  const table = <N extends string>(names: readonly N[]): Record<N, Float64Array> =>
    Object.fromEntries(names.map((name) => [name, next()])) as Record<N, Float64Array>;
  return {
    candidate,
    evidence,
    execution,
    metrics,
    resolvedScoringProfile,
    warnings,
    timestamp,
    dailySharpe: trial.dailySharpe,
    events,
    portfolio: table(PORTFOLIO),
    ledgers: candidate.components.map(() => table(LEDGER)),
    seen: observed.map((lines) =>
      lines.map((line) => ({
        ...line,
        column: next(),
        marks: line.marks.map((mark) => ({
          ...mark,
          column: mark.value === null ? next() : null,
        })),
      }))
    ),
  };
}

/** Returns the buffers of a run, for a transfer: its columns share one. */
export function buffersOf({ timestamp, portfolio }: Run): Transferable[] {
  return [timestamp, portfolio.equity].map(({ buffer }) => buffer as ArrayBuffer);
}
