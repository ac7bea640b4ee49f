/**
 * Measures runs of the engine; see `subject.ts`, and `fastest.ts` for the meaning of a figure.
 *
 * @module
 */

import { z } from "zod";
import { okValue } from "../../server/engine/wire.ts";
import { NativeEngine } from "../../server/testing/native_engine.ts";
import { fastest, inTurn, measured, timed, type Times } from "./fastest.ts";
import { timeLikeForLike, timeSimulation } from "./native.ts";
import {
  bars,
  type Component,
  dataset,
  engine,
  HOLD_TURNS,
  type Portfolio,
  requestOf,
  RSI_TURNS,
  rsiOf,
  simulationOf,
  strategyIds,
} from "./subject.ts";

/** Components of the candidate that measures the cost of one more component. */
const MANY = 9;
const ROUNDS = 100;
/** After these rounds V8 has optimised the engine, and a mean is that of its steady state. */
const WARM_UP_ROUNDS = 100;
/** Strategies by their rolling statistic, with the name of their window: moments, range, median. */
const WINDOWED = [
  ["discount-zscore", "window"],
  ["yield-stochastic", "k"],
  ["par-path-residual", "window"],
] as const;

const encoder = new TextEncoder();

/** Nanoseconds per bar of summaries with one component, over alternating candidates. */
export interface SummaryFigures {
  readonly rsi: Times;
  readonly hold: Times;
  /** Cost of each further component with its own indicator, in the fastest round. */
  readonly further: number;
}

/** Measures summaries. */
export async function measureSummaries(): Promise<SummaryFigures> {
  const many = RSI_TURNS.map((_, turn) => ({
    components: Array.from({ length: MANY }, (__, index) => rsiOf(turn * 7 + index)),
  }));
  const works = {
    rsi: inTurn(RSI_TURNS.map(simulationOf)),
    hold: inTurn(HOLD_TURNS.map(simulationOf)),
    many: inTurn(many.map(simulationOf)),
  };
  await measured(works, WARM_UP_ROUNDS);
  const found = await measured(works, ROUNDS);
  const further = (found.many.fastest - found.rsi.fastest) / (MANY - 1) / bars;
  return { rsi: perBar(found.rsi), hold: perBar(found.hold), further };
}

function perBar({ fastest, mean }: Times): Times {
  return { fastest: fastest / bars, mean: mean / bars };
}

/** Returns the nanoseconds per bar of each strategy at its defaults, the slowest first. */
export async function measureStrategies(): Promise<readonly (readonly [string, number])[]> {
  const works = Object.fromEntries(
    strategyIds.map((strategyId) => [strategyId, timed(simulationOf(of({ strategyId })))]),
  );
  const found = Object.entries(await fastest(works, ROUNDS));
  return found.map(([id, ns]) => [id, ns / bars] as const).toSorted(([, a], [, b]) => b - a);
}

function of(component: Component): Portfolio {
  return { components: [component] };
}

const RowsSchema = z.looseObject({
  timestamp: z.array(z.string()),
  ledgers: z.array(z.record(z.string(), z.array(z.unknown()))),
  portfolio: z.record(z.string(), z.array(z.number())),
});

/**
 * Returns how many times faster the full view is printed than by `JSON.stringify` from the same rows as
 * objects, one ledger row and one portfolio row per bar.
 */
export async function measureFullView(): Promise<number> {
  const request = requestOf("full", of(rsiOf(0)));
  const full = okValue(z.unknown(), engine.simulate(request).bytes);
  const { timestamp, ledgers, portfolio } = RowsSchema.parse(full);
  const rows = timestamp.map((instant, index) => ({
    timestamp: instant,
    ledgers: ledgers.map((columns) => rowOf(columns, index)),
    portfolio: rowOf(portfolio, index),
  }));
  const found = await fastest({
    view: timed(() => engine.simulate(request)),
    stringify: timed(() => encoder.encode(JSON.stringify(rows))),
  }, ROUNDS);
  return found.stringify / found.view;
}

function rowOf(columns: Record<string, unknown[]>, index: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[index]]));
}

/** The same candidates, run by the native build. */
export interface NativeFigures {
  /** Time of a summary in WebAssembly over that of the native build. */
  readonly ratio: number;
  /** Nanoseconds per bar of a hand-written backtest. */
  readonly likeForLike: number;
}

/** Measures the native build beside the WebAssembly. */
export async function measureNative(): Promise<NativeFigures> {
  await using native = await NativeEngine.start();
  await native.addDataset(dataset);
  const requests = RSI_TURNS.map((portfolio) => requestOf("summary", portfolio));
  const nativeTurns = async (): Promise<number> => {
    let sum = 0;
    for (const request of requests) sum += await timeSimulation(native, request, 1);
    return sum / requests.length;
  };
  const found = await fastest({
    wasm: inTurn(RSI_TURNS.map(simulationOf)),
    native: nativeTurns,
    likeForLike: () => timeLikeForLike(native, dataset, of(rsiOf(0)), 40),
  }, ROUNDS);
  return { ratio: found.wasm / found.native, likeForLike: found.likeForLike / bars };
}

/**
 * Returns how much longer a bar takes with a window of 1,000 bars than with 10, for strategies with a
 * single window, whose decision per bar is most of their work.
 */
export async function measureWindows(): Promise<readonly (readonly [string, number])[]> {
  const works: Record<string, ReturnType<typeof timed>> = {};
  for (const [strategyId, name] of WINDOWED) {
    for (const length of [10, 1000]) {
      const strategyParams = { [name]: length / 24 };
      works[`${strategyId} ${length}`] = timed(simulationOf(of({ strategyId, strategyParams })));
    }
  }
  const found = await fastest(works, ROUNDS);
  const ratio = (id: string): number => (found[`${id} 1000`] ?? NaN) / (found[`${id} 10`] ?? NaN);
  return WINDOWED.map(([strategyId]) => [strategyId, ratio(strategyId)] as const);
}
