import { ROOT } from "../support/root.ts";
/**
 * Measures the engine on the official hourly bars of market 1, in WebAssembly as the server and a
 * page run it. Every figure is the fastest of many short rounds; see `fastest`.
 *
 * @module
 */

import { z } from "zod";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { loadDatasets } from "../../server/datasets/loader.ts";
import { payloadOf } from "../../server/engine/answer.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { CatalogueSchema, okValue } from "../../server/engine/wire.ts";
import { fastest, timed } from "./fastest.ts";
import { NativeEngine } from "../support/native_engine.ts";
import { timeEvaluationParts, timeSimulation } from "./native.ts";

/** A component of a candidate. */
interface Component {
  readonly strategyId: string;
  readonly strategyParams?: Readonly<Record<string, unknown>>;
}

const HOLD = { strategyId: "pull-to-par-hold" };
/** Components of the candidate that tells what one more of them costs. */
const MANY = 9;
const ROUNDS = 300;
/** Strategies by what rolls in them, with the name of their window: moments, range, median. */
const WINDOWED = [
  ["discount-zscore", "window"],
  ["yield-stochastic", "k"],
  ["par-path-residual", "window"],
] as const;
const ORDER = new TextEncoder().encode("{}");

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const datasets = await loadDatasets(`${ROOT}datasets`);
const official = datasets.find(({ header }) =>
  header.marketId === 1 && header.timeframe === "hourly"
);
if (official === undefined) throw new Error("Cannot measure: there is no hourly market 1");
const dataset = official;
const bars = dataset.columns.length / dataset.header.columns.length;

const engine = loadEngine(await compileEngine());
for (const each of datasets) engine.addDataset(each);
const { strategies } = okValue(CatalogueSchema, engine.strategyCatalogue());

/** Returns the nanoseconds per bar of a summary of one component. */
export async function measureSimulate(): Promise<number> {
  const { one } = await fastest({ one: simulation([HOLD]) }, ROUNDS);
  return one / bars;
}

/** Returns the nanoseconds per bar that each further component of a summary takes. */
export async function measureFurtherComponent(): Promise<number> {
  const many = Array.from({ length: MANY }, () => HOLD);
  const found = await fastest({ one: simulation([HOLD]), many: simulation(many) }, ROUNDS);
  return (found.many - found.one) / (MANY - 1) / bars;
}

/** Returns the nanoseconds per bar of each strategy at its defaults, the slowest first. */
export async function measureStrategies(): Promise<readonly (readonly [string, number])[]> {
  const ids = strategies.map(({ strategyId }) => strategyId);
  const works = Object.fromEntries(
    ids.map((strategyId) => [strategyId, simulation([{ strategyId }])]),
  );
  const found = Object.entries(await fastest(works, ROUNDS));
  return found.map(([id, ns]) => [id, ns / bars] as const).toSorted(([, a], [, b]) => b - a);
}

/** An evaluation and what it is made of. */
export interface EvaluationFigures {
  /** The whole call, its scenarios and draws made, milliseconds. */
  readonly milliseconds: number;
  /** A later call on the same dataset, for which the engine has kept them. */
  readonly laterMilliseconds: number;
  /** Its larger parts in the native build, milliseconds by name. */
  readonly nativeParts: Readonly<Record<string, number>>;
}

/** Returns how long the evaluation of one component takes. */
export async function measureEvaluate(): Promise<EvaluationFigures> {
  const payload = payloadOf(engine.simulate(simulationRequest("summary", [HOLD])).bytes);
  if (payload === null) throw new Error("Cannot measure: the engine refused the candidate");
  const evaluate = (): unknown => engine.evaluate(ORDER, payload, UNCOUNTED);
  // A dataset that is added anew has none of its scenarios yet.
  const first = (): number => {
    engine.addDataset(dataset);
    const start = performance.now();
    evaluate();
    return (performance.now() - start) * 1e6;
  };
  const found = await fastest({ first, later: timed(evaluate) }, ROUNDS);
  await using native = await NativeEngine.start();
  const parts: Record<string, number> = {};
  for (let round = 0; round < ROUNDS / 10; round++) {
    // deno-lint-ignore no-await-in-loop -- one round after the other
    const times = await timeEvaluationParts(native, dataset, encoder.encode(candidate([HOLD])), 5);
    for (const [name, ns] of Object.entries(times)) {
      parts[name] = Math.min(parts[name] ?? Infinity, ns / 1e6);
    }
  }
  return {
    milliseconds: found.first / 1e6,
    laterMilliseconds: found.later / 1e6,
    nativeParts: parts,
  };
}

const RowsSchema = z.looseObject({
  timestamp: z.array(z.string()),
  ledgers: z.array(z.record(z.string(), z.array(z.unknown()))),
  portfolio: z.record(z.string(), z.array(z.number())),
});

/**
 * Returns how many times faster the full view becomes bytes than `JSON.stringify` makes them of the
 * same rows as objects: one of the ledger and one of the portfolio per bar.
 */
export async function measureFullView(): Promise<number> {
  const request = simulationRequest("full", [HOLD]);
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
  }, ROUNDS / 5);
  return found.stringify / found.view;
}

function rowOf(columns: Record<string, unknown[]>, index: number): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[index]]));
}

/** Returns the time of a summary in WebAssembly over that of the native build. */
export async function measureWasmNative(): Promise<number> {
  const request = simulationRequest("summary", [HOLD]);
  await using native = await NativeEngine.start();
  await native.addDataset(dataset);
  const found = await fastest({
    wasm: simulation([HOLD]),
    native: () => timeSimulation(native, request, 40),
  }, ROUNDS);
  return found.wasm / found.native;
}

/**
 * Returns how much longer a bar takes with a window of 1,000 bars than with one of 10, by strategy:
 * those with a single window, the decision of a bar being most of their work.
 */
export async function measureWindows(): Promise<readonly (readonly [string, number])[]> {
  const works: Record<string, ReturnType<typeof simulation>> = {};
  for (const [strategyId, name] of WINDOWED) {
    for (const length of [10, 1000]) {
      const strategyParams = { [name]: length / 24 };
      works[`${strategyId} ${length}`] = simulation([{ strategyId, strategyParams }]);
    }
  }
  const found = await fastest(works, ROUNDS);
  const ratio = (id: string): number => (found[`${id} 1000`] ?? NaN) / (found[`${id} 10`] ?? NaN);
  return WINDOWED.map(([strategyId]) => [strategyId, ratio(strategyId)] as const);
}

/** Returns how many candidates of one component a second a sweep of 1,000 scores on one core. */
export async function measureSweep(): Promise<number> {
  const candidates = Array.from({ length: 1000 }, (_, index) => ({
    marketId: 1,
    components: [{ strategyId: "yield-rsi", strategyParams: { overbought: 50 + index / 25 } }],
  }));
  const request = encoder.encode(JSON.stringify({ candidates }));
  const { sweep } = await fastest({ sweep: timed(() => engine.sweep(request)) }, 20);
  return candidates.length / (sweep / 1e9);
}

function candidate(components: readonly Component[]): string {
  return JSON.stringify({ marketId: 1, timeframe: "hourly", components });
}

function simulationRequest(
  view: string,
  components: readonly Component[],
): Uint8Array<ArrayBuffer> {
  return encoder.encode(
    `{"view":"${view}","simulationId":"bench","candidate":${candidate(components)}}`,
  );
}

function simulation(components: readonly Component[]): ReturnType<typeof timed> {
  const request = simulationRequest("summary", components);
  const { bytes } = engine.simulate(request);
  if (payloadOf(bytes) === null) throw new Error(`Cannot measure: ${decoder.decode(bytes)}`);
  return timed(() => engine.simulate(request));
}
