// This module is browser compatible.

import type { FieldError } from "../../contracts/problem.ts";
import { type DailyReturns, dailyReturnsOf, excessReturns } from "../../datasets/daily_returns.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { payloadOf } from "../../engine/answer.ts";
import type { Engine } from "../../engine/engine.ts";
import { EngineFailure } from "./failure.ts";
import type { MarketColumns, Run, SeenLine, SeenMark, TradesSimulation } from "./messages.ts";

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
export function toMarketColumns(engine: Engine, dataset: Dataset): MarketColumns {
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

/** Columns of `Engine.runColumns`, in its order. */
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

/**
 * Joins the trades view of a run with its columns.
 *
 * @param columns `Engine.runColumns` of the same candidate; the columns of the run are views of them
 */
export function toRun(
  trades: TradesSimulation,
  columns: Float64Array<ArrayBuffer>,
  beside: Pick<Run, "timestamp" | "dailySharpe" | "seen">,
): Run {
  const { candidate, evidence, execution, metrics, resolvedScoringProfile, warnings } = trades;
  const { events } = trades;
  const bars = beside.timestamp.length;
  const table = <N extends string>(names: readonly N[], at: number): Record<N, Float64Array> => {
    const entries = names.map((name, index) => {
      return [name, columns.subarray((at + index) * bars, (at + index + 1) * bars)];
    });
    return Object.fromEntries(entries);
  };
  return {
    candidate,
    evidence,
    execution,
    metrics,
    resolvedScoringProfile,
    warnings,
    ...beside,
    events,
    portfolio: table(PORTFOLIO, 0),
    ledgers: candidate.components.map((_, component) =>
      table(LEDGER, PORTFOLIO.length + component * LEDGER.length)
    ),
  };
}

/** The answer of `Engine.describeObserved`. */
interface Described {
  readonly components: readonly (readonly DescribedLine[])[];
}
type DescribedLine = Omit<SeenLine, "column" | "marks"> & {
  readonly marks: readonly Omit<SeenMark, "column">[];
};

/**
 * Joins the descriptions of observed lines with their columns.
 *
 * @param columns `Engine.observedColumns` of the same candidate; the columns of the lines are views
 */
export function toSeen(
  { components }: Described,
  columns: Float64Array<ArrayBuffer>,
  bars: number,
): Run["seen"] {
  let at = 0;
  const next = (): Float64Array => columns.subarray(at++ * bars, at * bars);
  return components.map((lines) =>
    lines.map((line) => ({
      ...line,
      column: next(),
      marks: line.marks.map((mark) => ({
        ...mark,
        column: mark.value === null ? next() : null,
      })),
    }))
  );
}

/** Returns the buffers of a run, for a transfer. */
export function buffersOf({ timestamp, portfolio, seen }: Run): Transferable[] {
  // All columns of the portfolio and the ledgers share one buffer; observed columns share another.
  const first = seen[0]?.[0]?.column;
  return [timestamp, portfolio.equity, ...first ? [first] : []]
    .map(({ buffer }) => buffer as ArrayBuffer);
}
