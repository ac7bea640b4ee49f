// This module is browser compatible.

import type { Evaluation } from "../../contracts/types.ts";
import type { TrialCounts } from "../../contracts/trial.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { ApiError } from "../../base/errors.ts";
import type {
  EngineVersions,
  OfficialMarket,
  PathOrder,
  ResolvedCandidate,
  VerifyEngine,
} from "./ports.ts";
import type { Evaluated } from "../rules/statements.ts";
import type { JsonValue } from "../../base/canonical_json.ts";
import type { Engine } from "../../engine/engine.ts";
import { okBytes, okJson } from "../../engine/wire.ts";

const encoder = new TextEncoder();

/** The runs of a verification, by an engine of this thread that has the datasets. */
export class LocalVerifyEngine implements VerifyEngine {
  readonly #engine: Engine;
  readonly #datasets: readonly Dataset[];

  constructor(engine: Engine, datasets: readonly Dataset[]) {
    this.#engine = engine;
    this.#datasets = datasets;
  }

  versions(): Promise<EngineVersions> {
    return Promise.resolve(okJson(this.#engine.versions()) as EngineVersions);
  }

  market(marketKey: string, timeframe: string): Promise<OfficialMarket | null> {
    const found = this.#headerOf(marketKey, timeframe);
    if (found?.provenance.kind !== "synthetic") return Promise.resolve(null);
    const { marketId, sha256: datasetHash, provenance: { generatorVersion } } = found;
    return Promise.resolve({ marketId, datasetHash, generatorVersion });
  }

  async evaluate(
    candidate: ResolvedCandidate,
    trials: JsonValue,
  ): Promise<Evaluated | { refused: string }> {
    const request = { view: "summary", simulationId: "verify", candidate };
    try {
      const payload = okBytes(this.#engine.simulate(encode(request)).bytes);
      const ledger = { count: () => countsOf(trials) };
      const answer = okJson(this.#engine.evaluate(encode({}), payload, ledger)) as Evaluation;
      return await Promise.resolve(answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { refused: `${error.code}, ${error.message}` };
    }
  }

  pathUtilities(order: PathOrder): Promise<Float64Array> {
    const { marketKey, timeframe, capital, candidates, seeds } = order;
    const marketId = this.#headerOf(marketKey, timeframe)?.marketId;
    if (marketId === undefined) return Promise.resolve(new Float64Array());
    const texts = candidates.map((candidate) => JSON.stringify(candidate));
    const paths = { marketId, timeframe, capital, seeds };
    return Promise.resolve(this.#engine.pathUtilities(paths, texts));
  }

  seasonRanks(utilities: Float64Array, paths: number): Promise<Float64Array> {
    return Promise.resolve(this.#engine.seasonRanks(utilities, paths));
  }

  #headerOf(marketKey: string, timeframe: string): Dataset["header"] | undefined {
    return this.#datasets.map(({ header }) => header)
      .find((header) => header.marketKey === marketKey && header.timeframe === timeframe);
  }
}

function encode(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/** Returns the trials of a receipt as the ledger that gave them. */
function countsOf(trials: JsonValue): TrialCounts {
  const { count, counted, searched } = Object(trials);
  return { count, counted, sharpeCount: searched, sharpeVariance: null };
}
