import { assertExists } from "@std/assert";
import type { Candidate } from "../contracts/candidate.ts";
import { makeEngine } from "./official.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { makeDatasets } from "./datasets.ts";
import { InlineWorker } from "./inline_worker.ts";
import { type EngineClient, engineClient } from "../web/engine/client.ts";
import { EngineHost } from "../web/engine/engine_host.ts";
import type { Files } from "../web/engine/files.ts";
import type { EngineOrder, Program } from "../web/engine/messages.ts";

const made = await makeDatasets();

/** A large buy: the pool is too small for it, so that there is something to skip. */
export const CANDIDATE: Candidate = {
  marketId: 1,
  capital: "9000000",
  components: [{ strategyId: "yield-rsi" }, { strategyId: "pull-to-par-hold" }],
};

/** The program of the page with the small datasets of tests. */
export const PROGRAM: Program = programOf(made);

const ORDER: EngineOrder = { urls: { engine: "", sources: "" }, first: null };

/** Returns a program with datasets. The engines of tests have a WebAssembly module of their own. */
function programOf(datasets: readonly Dataset[]): Program {
  return {
    module: {} as WebAssembly.Module,
    sources: {
      markets: [],
      examples: [],
      datasets: datasets.map(({ header }) => ({
        header,
        url: `/assets/${header.marketKey}-${header.timeframe}.f64`,
        columnsSha256: "",
      })),
    },
  };
}

/** Returns the files of datasets, with some of their readers replaced. */
export function filesOf(changes: Partial<Files> = {}, datasets = made): Files {
  return {
    loadProgram: () => Promise.resolve(programOf(datasets)),
    makeEngine: () => makeEngine(),
    loadDataset: ({ header }) => {
      const found = datasets.find((dataset) => dataset.header.sha256 === header.sha256);
      assertExists(found);
      return Promise.resolve(found);
    },
    loadLocal: () => Promise.resolve(null),
    listLocal: () => Promise.resolve([]),
    ...changes,
  };
}

/** Makes a client of the page's engine, which runs on the thread of the test. */
export function makeClient(changes: Partial<Files> = {}, datasets = made): EngineClient {
  return engineClient(
    () => new InlineWorker(new EngineHost(filesOf(changes, datasets), ORDER), { isInOrder: true }),
  );
}
