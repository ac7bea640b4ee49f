// This module is browser compatible.

import type { FieldError } from "../../contracts/problem.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { payloadOf } from "../../engine/answer.ts";
import { EngineFailure } from "./failure.ts";
import type { Columnar, FullSimulation, MarketColumns, Run, TradesSimulation } from "./messages.ts";

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

/**
 * Returns a copy of a dataset, for charts.
 *
 * @param charted `Engine.chartColumns` of the dataset
 */
export function toMarketColumns(
  { header, columns }: Dataset,
  charted: Float64Array,
): MarketColumns {
  const bars = columns.length / header.columns.length;
  const [timestamp = new Float64Array(), ...others] = header.columns.map((_, index) =>
    columns.slice(index * bars, (index + 1) * bars)
  );
  const [, ...names] = header.columns;
  return {
    header,
    bars,
    timestamp,
    columns: Object.fromEntries(names.map((name, index) => [name, others[index] ?? timestamp])),
    hold: charted.slice(0, bars),
    idle: charted.slice(bars, 2 * bars),
    poolPtShare: charted.slice(2 * bars),
  };
}

/** Joins the full and the trades view of one run with its other members. */
export function toRun(
  full: FullSimulation,
  { events }: TradesSimulation,
  beside: Pick<Run, "timestamp" | "dailySharpe">,
): Run {
  const { candidate, evidence, execution, metrics, resolvedScoringProfile, warnings } = full;
  return {
    candidate,
    evidence,
    execution,
    metrics,
    resolvedScoringProfile,
    warnings,
    ...beside,
    events,
    portfolio: inColumns(full.portfolio),
    ledgers: full.ledgers.map(inColumns),
  };
}

/** Converts columns of numbers to typed arrays, which are transferred without a copy. */
function inColumns<T extends object>(table: T): Columnar<T> {
  const entries = Object.entries(table).map(([name, column]) =>
    typeof column[0] === "number" ? [name, new Float64Array(column)] : [name, column]
  );
  return Object.fromEntries(entries) as Columnar<T>;
}

/** Returns the buffers of a run, for a transfer. */
export function buffersOf({ timestamp, portfolio, ledgers }: Run): Transferable[] {
  const columns = [portfolio, ...ledgers].flatMap((table) => Object.values(table));
  return [timestamp, ...columns].flatMap((column) =>
    column instanceof Float64Array ? [column.buffer as ArrayBuffer] : []
  );
}
