import type { FieldError } from "../../contracts/problem.ts";
import { type DailyReturns, excessReturns, toDailyReturns } from "../../datasets/daily_returns.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { payloadOf } from "../../engine/answer.ts";
import type { Engine, ShownRun } from "../../engine/engine.ts";
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

/**
 * Runs a candidate for everything that the page draws.
 *
 * @throws {EngineFailure} `rejected`
 */
export function showRun(engine: Engine, candidate: Candidate): ShownRun {
  const shown = engine.show(toBytes(candidate));
  accepted(shown.answer);
  return shown;
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
