/**
 * The subject of the measurements: the WebAssembly engine of server and page, on the official hourly bars
 * of market 1.
 *
 * @module
 */

import { payloadOf } from "../../server/engine/answer.ts";
import { okValue } from "../../server/engine/wire.ts";
import { CatalogueSchema } from "../../server/engine/wire_schemas.ts";
import { officialDatasets, officialEngine } from "../../server/testing/official.ts";

/** A component of a candidate. */
export interface Component {
  readonly strategyId: string;
  readonly strategyParams?: Readonly<Record<string, unknown>>;
}

/** A candidate without its market. */
export interface Portfolio {
  readonly components: readonly Component[];
  readonly capital?: string;
}

/** Alternating candidates. */
const TURNS = 32;
const BARS_PER_DAY = 24;
/** The shortest period in bars: two days. */
const PERIOD_MIN = 48;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

export const datasets = await officialDatasets();
const official = datasets.find(({ header }) =>
  header.marketId === 1 && header.timeframe === "hourly"
);
if (official === undefined) throw new Error("Cannot measure: there is no hourly market 1");

/** The measured bars. */
export const dataset = official;
export const bars = dataset.columns.length / dataset.header.columns.length;

/** An engine with all datasets. */
export const engine = await officialEngine(datasets);

/** Every strategy but `expression`, which has no defaults to run with. */
export const strategyIds: readonly string[] = okValue(CatalogueSchema, engine.strategyCatalogue())
  .strategies
  .filter(({ language }) => language === undefined)
  .map(({ strategyId }) => strategyId);

/** The strategy without an indicator. */
export const HOLD: Component = { strategyId: "pull-to-par-hold" };
/** The strategy whose indicator is a recurrence. */
export const RSI: Component = { strategyId: "yield-rsi" };

/** Returns the strategy with its own indicator and thresholds. */
export function rsiOf(index: number): Component {
  return rsi(PERIOD_MIN + index, index);
}

/** Returns the strategy with the shared indicator and its own thresholds. */
export function sharedRsiOf(index: number): Component {
  return rsi(14 * BARS_PER_DAY, index);
}

function rsi(period: number, index: number): Component {
  const strategyParams = { period: period / BARS_PER_DAY, overbought: 52 + index % 997 / 25 };
  return { ...RSI, strategyParams };
}

/** Different candidates with one component and an indicator. */
export const RSI_TURNS: readonly Portfolio[] = turns((index) => ({
  components: [rsiOf(index * 7)],
}));
/** Different candidates with one component and no indicator. */
export const HOLD_TURNS: readonly Portfolio[] = turns((index) => {
  return { components: [HOLD], capital: String(100_000 + index) };
});

function turns(of: (index: number) => Portfolio): readonly Portfolio[] {
  return Array.from({ length: TURNS }, (_, index) => of(index));
}

/** Returns the text of a candidate. */
export function candidateOf(portfolio: Portfolio): string {
  return JSON.stringify({ marketId: 1, timeframe: "hourly", ...portfolio });
}

/** Returns the request for the engine. */
export function requestOf(view: string, portfolio: Portfolio): Uint8Array<ArrayBuffer> {
  return encoder.encode(
    `{"view":"${view}","simulationId":"bench","candidate":${candidateOf(portfolio)}}`,
  );
}

/** Returns a call that runs a candidate for its summary. */
export function simulationOf(portfolio: Portfolio): () => unknown {
  const request = requestOf("summary", portfolio);
  payloadIn(engine.simulate(request).bytes);
  return () => engine.simulate(request);
}

/** Returns the value of an answer. */
export function payloadIn(answer: Uint8Array): Uint8Array {
  const payload = payloadOf(answer);
  if (payload === null) throw new Error(`Cannot measure: ${decoder.decode(answer)}`);
  return payload;
}
