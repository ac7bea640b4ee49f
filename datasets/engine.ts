import * as glue from "../pkg/arena_engine.js";
import { OFFICIAL_KEYS as MARKET_KEYS } from "../server/contracts/market_ids.ts";
import { scoringWindow } from "../server/datasets/scoring_window.ts";
import type { Table } from "./table.ts";

/** The generator's markets, by id. */
export { MARKET_KEYS };
export type MarketKey = (typeof MARKET_KEYS)[number];

export const TIMEFRAMES = ["hourly", "daily"] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

interface MarketOrder {
  readonly marketKey: MarketKey;
  readonly timeframe: Timeframe;
}

/** The order of a path. */
export interface Order extends MarketOrder {
  readonly seed: number;
}

/** A path of the verdicts, numbered from 1: its seed is too large for a JSON number. */
export type PathOrder =
  & MarketOrder
  & ({ readonly sister: number } | { readonly reference: number });

/** The manifest's entry of a dataset, without its file. */
export interface DatasetFacts {
  readonly marketId: number;
  readonly marketKey: string;
  readonly timeframe: Timeframe;
  readonly bars: number;
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
  readonly expiry: string;
  readonly scalarRoot: number;
  readonly farExpiry?: string | null | undefined;
}

/** A generated dataset with the content of its file. */
export interface GeneratedDataset extends DatasetFacts, Order {
  readonly marketKey: MarketKey;
  readonly csv: string;
  readonly generatorVersion: number;
  /** Mean of `passiveGaps` over all reference paths, as recorded in the engine. */
  readonly passiveGap: number;
}

/** Bars of a day. */
const BARS_PER_DAY: Readonly<Record<Timeframe, number>> = { hourly: 24, daily: 1 };

/** The engine's summary of an added dataset. */
export interface MarketFacts {
  readonly features: readonly string[];
  readonly benchmarkUtility: number;
  readonly idleUtility: number;
}

/** Result of running one strategy at its defaults. */
export interface Trial {
  readonly strategyId: string;
  readonly fills: number;
}

interface Strategy {
  readonly strategyId: string;
  readonly requiredFeatures: readonly string[];
}

const A_TRIAL = {
  kind: "import",
  source: "a trial",
  importer: "none",
  sourceSha256: "0".repeat(64),
  filled: 0,
  dropped: 0,
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const WASM = new URL("../pkg/arena_engine_bg.wasm", import.meta.url);

/** The engine of `pkg/`, for the dataset tasks. */
export class Engine {
  readonly #strategies: readonly Strategy[];

  private constructor() {
    const { strategies } = answered<{ strategies: Strategy[] }>(glue.strategyCatalogue());
    // An expression has no defaults to run with.
    this.#strategies = strategies.filter(({ strategyId }) => strategyId !== "expression");
  }

  /** Loads the engine; once per thread. */
  static async load(): Promise<Engine> {
    glue.initSync({ module: await WebAssembly.compile(await Deno.readFile(WASM)) });
    return new Engine();
  }

  /** Generates a dataset; equal orders give equal bytes. `seed` is null for a path. */
  generate(order: Order): GeneratedDataset;
  generate(order: PathOrder): Omit<GeneratedDataset, "seed">;
  generate(order: Order | PathOrder): GeneratedDataset {
    return answered(glue.generateDataset(encoded(order)));
  }

  /**
   * Measures the passive gap of a market on reference paths: the utility of holding PT minus that of
   * leaving all capital in SY.
   *
   * @param paths `count` of the 65,536 reference paths, starting at number `from`, counted from 0
   */
  passiveGaps(
    marketId: number,
    timeframe: Timeframe,
    paths: { readonly from: number; readonly count: number },
  ): Float64Array {
    return glue.passiveGaps(marketId, BARS_PER_DAY[timeframe], paths.from, paths.count);
  }

  /**
   * Adds a dataset and runs every strategy that its market supports, alone and at its defaults.
   *
   * @param facts the manifest's facts of the dataset
   * @param table its content
   */
  tryStrategies(
    facts: DatasetFacts,
    table: Table,
  ): { readonly market: MarketFacts; readonly trials: readonly Trial[] } {
    const arena = new glue.Arena();
    try {
      const { marketId, marketKey, timeframe, expiry, scalarRoot, farExpiry } = facts;
      const header = {
        marketId,
        marketKey,
        timeframe,
        expiry,
        scalarRoot,
        farExpiry: farExpiry ?? null,
        columns: table.names,
        tradeStartIndex: scoringWindow(table.bars, timeframe).tradeStartIndex,
        // A dataset's origin does not affect its simulations.
        provenance: A_TRIAL,
        sha256: "0".repeat(64),
      };
      const market = answered<MarketFacts>(arena.addDataset(encoded(header), table.values));
      const served = this.#strategies.filter(({ requiredFeatures }) =>
        requiredFeatures.every((feature) => market.features.includes(feature))
      );
      const trials = served.map(({ strategyId }) => {
        const components = [{ strategyId, weightBps: 10_000, strategyParams: {} }];
        const candidate = { marketId, timeframe, components };
        const request = encoded({ view: "summary", simulationId: "", candidate });
        const { execution } = answered<{ execution: { fills: number } }>(arena.simulate(request));
        return { strategyId, fills: execution.fills };
      });
      return { market, trials };
    } finally {
      arena.free();
    }
  }
}

function encoded(request: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(request));
}

function answered<T>(answer: Uint8Array): T {
  const { ok, error } = JSON.parse(decoder.decode(answer));
  if (ok === undefined) throw new Error(JSON.stringify(error));
  return ok;
}
