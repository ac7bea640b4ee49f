import type { DatasetSummary } from "../../contracts/types.ts";
import type { Dataset, DatasetHeader } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { read, toBytes } from "./answers.ts";
import type { HalfYear } from "./messages.ts";

/** A half-year in an engine that has it in place of its market's dataset. */
export interface Loaded {
  readonly engine: Engine;
  readonly dataset: Dataset;
  readonly summary: DatasetSummary;
}

/** The half-years behind a verdict or a season, one at a time, in an engine that has no other datasets. */
export class HalfYears {
  #name = "";
  #loaded: Loaded | null = null;

  readonly #makeEngine: () => Promise<Engine>;

  constructor(makeEngine: () => Promise<Engine>) {
    this.#makeEngine = makeEngine;
  }

  /**
   * Generates a half-year. It keeps the fingerprint of its market's dataset, under which the verdict of
   * a candidate is kept.
   *
   * @param header of the market's dataset
   */
  async load(header: DatasetHeader, { number, ...seed }: HalfYear): Promise<Loaded> {
    const { marketKey, timeframe } = header;
    const order = { marketKey, timeframe, ...seed, ..."pathSeed" in seed && { sister: number } };
    const name = JSON.stringify(order);
    if (this.#loaded !== null && this.#name === name) return this.#loaded;
    const engine = this.#loaded?.engine ?? await this.#makeEngine();
    const dataset = { header, columns: engine.generateColumns(toBytes(order)) };
    // A number beyond the paths gives no bars, which the engine refuses here.
    const summary = read<DatasetSummary>(engine.addDataset(dataset));
    [this.#name, this.#loaded] = [name, { engine, dataset, summary }];
    return this.#loaded;
  }
}
