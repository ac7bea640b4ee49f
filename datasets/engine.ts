import { passiveGaps } from "../pkg/arena_engine.js";
import { BARS_PER_DAY } from "../server/contracts/engine_constants.ts";
import { OFFICIAL_KEYS as MARKET_KEYS } from "../server/contracts/market_ids.ts";
import { type Timeframe, TIMEFRAMES } from "../server/contracts/timeframes.ts";
import type { DatasetEntry } from "../server/contracts/types.ts";
import type { Columns } from "../server/datasets/csv.ts";
import { scoringWindow } from "../server/datasets/scoring_window.ts";
import type { Engine as ServerEngine } from "../server/engine/engine.ts";
import { compileEngine, loadEngine } from "../server/engine/load.ts";
import { okBytes, okJson } from "../server/engine/wire.ts";

/** The generator's markets, by id. */
export { MARKET_KEYS, type Timeframe, TIMEFRAMES };
export type MarketKey = (typeof MARKET_KEYS)[number];

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

/** The facts of a dataset's market that its runs depend on. */
export interface DatasetFacts
  extends Pick<DatasetEntry, "marketId" | "marketKey" | "timeframe" | "expiry" | "scalarRoot"> {
  readonly farExpiry?: string | null | undefined;
}

/** A generated dataset with the content of its file. */
export interface GeneratedDataset extends Omit<DatasetFacts, keyof Order>, Order {
  readonly bars: number;
  readonly firstTimestamp: string;
  readonly lastTimestamp: string;
  readonly csv: string;
  readonly generatorVersion: number;
  /** Mean of `passiveGaps` over all reference paths, as recorded in the engine. */
  readonly passiveGap: number;
}

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

/** A dataset's origin does not affect its simulations. */
const A_TRIAL: DatasetEntry["provenance"] = {
  kind: "import",
  source: "a trial",
  importer: "none",
  sourceSha256: "0".repeat(64),
  filled: 0,
  dropped: 0,
};

/** The engine of `pkg/`, for the dataset tasks. */
export class Engine {
  readonly #engine: ServerEngine;
  readonly #strategies: readonly Strategy[];

  private constructor(engine: ServerEngine) {
    this.#engine = engine;
    const { strategies } = okJson(engine.strategyCatalogue()) as { strategies: Strategy[] };
    // An expression has no defaults to run with.
    this.#strategies = strategies.filter(({ strategyId }) => strategyId !== "expression");
  }

  /** Loads the engine; once per thread. */
  static async load(): Promise<Engine> {
    return new Engine(loadEngine(await compileEngine()));
  }

  /** Generates a dataset; equal orders give equal bytes. `seed` is null for a path. */
  generate(order: Order): GeneratedDataset;
  generate(order: PathOrder): Omit<GeneratedDataset, "seed">;
  generate(order: Order | PathOrder): GeneratedDataset {
    return okJson(this.#engine.generateDataset(encoded(order))) as GeneratedDataset;
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
    return passiveGaps(marketId, BARS_PER_DAY[timeframe], paths.from, paths.count);
  }

  /**
   * Adds a dataset and runs every strategy that its market supports, alone and at its defaults.
   *
   * @param facts the manifest's facts of the dataset
   * @param columns its content
   */
  tryStrategies(
    { marketId, marketKey, timeframe, expiry, scalarRoot, farExpiry = null }: DatasetFacts,
    { names, rowCount, values }: Columns,
  ): { readonly market: MarketFacts; readonly trials: readonly Trial[] } {
    const header = {
      marketId,
      marketKey,
      marketName: marketKey,
      timeframe,
      expiry,
      scalarRoot,
      farExpiry,
      columns: names,
      tradeStartIndex: scoringWindow(rowCount, timeframe).tradeStartIndex,
      provenance: A_TRIAL,
      absent: [],
      estimated: [],
      pyIndex: null,
      sha256: "0".repeat(64),
    };
    const market = okJson(this.#engine.addDataset({ header, columns: values })) as MarketFacts;
    const served = this.#strategies.filter(({ requiredFeatures }) =>
      requiredFeatures.every((feature) => market.features.includes(feature))
    );
    const trials = served.map(({ strategyId }) => {
      const candidate = { marketId, timeframe, components: [{ strategyId }] };
      const request = encoded({ view: "summary", simulationId: "", candidate });
      const { execution } = JSON.parse(
        new TextDecoder().decode(okBytes(this.#engine.simulate(request).bytes)),
      );
      return { strategyId, fills: execution.fills };
    });
    return { market, trials };
  }
}

function encoded(request: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(request));
}
