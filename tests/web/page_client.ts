import { assertExists } from "@std/assert";
import type { Candidate } from "../../server/contracts/candidate.ts";
import { makeEngine } from "../../server/testing/arena.ts";
import { makeDatasets } from "../../server/testing/datasets.ts";
import { InlineWorker } from "../../server/testing/inline_worker.ts";
import { type EngineClient, engineClient } from "../../server/web/engine/client.ts";
import { EngineHost } from "../../server/web/engine/engine_host.ts";
import type { Files } from "../../server/web/engine/files.ts";
import type { EngineOrder, Program } from "../../server/web/engine/messages.ts";

const datasets = await makeDatasets();

/** A large buy: the pool is too small for it, so that there is something to skip. */
export const CANDIDATE: Candidate = {
  marketId: 1,
  capital: "9000000",
  components: [{ strategyId: "yield-rsi" }, { strategyId: "pull-to-par-hold" }],
};

/** The engines of these tests have a program of their own. */
export const PROGRAM: Program = {
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

const ORDER: EngineOrder = { urls: { engine: "", sources: "" }, first: null };

/** Returns the files of the official datasets, with some of their readers replaced. */
export function filesOf(changes: Partial<Files> = {}): Files {
  return {
    loadProgram: () => Promise.resolve(PROGRAM),
    makeEngine,
    loadDataset: ({ header }) => {
      const found = datasets.find((dataset) => dataset.header.sha256 === header.sha256);
      assertExists(found);
      return Promise.resolve(found);
    },
    loadLocal: () => Promise.resolve(null),
    ...changes,
  };
}

/** Makes a client of the page's engine, which runs on the thread of the test. */
export function makeClient(changes: Partial<Files> = {}): EngineClient {
  return engineClient(
    () => new InlineWorker(new EngineHost(filesOf(changes), ORDER), { isInOrder: true }),
  );
}
