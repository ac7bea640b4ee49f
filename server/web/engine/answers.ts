import type { FieldError } from "../../contracts/problem.ts";
import { type DailyReturns, excessReturns, toDailyReturns } from "../../datasets/daily_returns.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { payloadOf } from "../../engine/answer.ts";
import type { Engine } from "../../engine/engine.ts";
import { EngineFailure } from "./failure.ts";
import type { Arena, MarketColumns, Sources } from "./messages.ts";
import type { Candidate } from "../../contracts/candidate.ts";

const DAYS_PER_YEAR = 365;

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Returns a request of the engine. */
export function toBytes(request: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(request));
}

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
  return JSON.parse(decoder.decode(accepted(answer)));
}

/**
 * Returns the bytes of the value of a successful answer.
 *
 * @throws {EngineFailure} `rejected`, with the engine's message
 */
export function accepted(answer: Uint8Array): Uint8Array {
  const payload = payloadOf(answer);
  if (payload !== null) return payload;
  const { error }: ErrorAnswer = JSON.parse(decoder.decode(answer));
  const { code, detail, fieldErrors = [] } = error;
  throw new EngineFailure({ kind: "rejected", code, detail, fieldErrors });
}

/** Returns the catalogue, the profile and the versions of an engine, with the markets. */
export function describeArena(engine: Engine, { markets, examples }: Sources): Arena {
  const { strategies } = read<Pick<Arena, "strategies">>(engine.strategyCatalogue());
  return {
    strategies,
    markets,
    examples,
    versions: read(engine.versions()),
    profile: read(engine.familyProfile()),
  };
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
    toDailyReturns(timestamp, path, header.tradeStartIndex);
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

/** Index of the equity among the columns of a run. */
const EQUITY = 2;

/** Returns the equity of each candidate in a few points, as multiples of its capital. */
export function smallCurves(
  engine: Pick<Engine, "runColumns">,
  dataset: Dataset | null,
  candidates: readonly Candidate[],
): readonly (Float64Array | null)[] {
  if (dataset === null) return candidates.map(() => null);
  const { columns, header } = dataset;
  const bars = columns.length / header.columns.length;
  return candidates.map((candidate) => {
    const run = engine.runColumns(toBytes(candidate));
    // A refused candidate has no columns.
    if (run.length === 0) return null;
    const equity = run.subarray(EQUITY * bars, (EQUITY + 1) * bars);
    // Before the scored window a run owns its capital.
    const capital = equity[0] ?? 1;
    return thinned(equity, header.tradeStartIndex).map((value) => value / capital);
  });
}

/** Points of a small curve, about one per pixel. */
export const CURVE_POINTS = 72;

/**
 * Samples a column at evenly spaced indices, including the first and the last.
 *
 * @param from first index
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals([...thinned(Float64Array.of(9, 1, 2, 3, 4, 5), 1, 3)], [1, 3, 5]);
 * ```
 */
export function thinned(values: Float64Array, from = 0, count = CURVE_POINTS): Float64Array {
  const last = values.length - 1;
  return Float64Array.from({ length: count }, (_, index) => {
    return values[Math.round(from + (last - from) * index / (count - 1))] ?? NaN;
  });
}
