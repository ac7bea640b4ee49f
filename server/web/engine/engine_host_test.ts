import { assertEquals } from "@std/assert";
import type { Dataset } from "../../datasets/dataset.ts";
import { compileEngine, reloadEngine } from "../../engine/load.ts";
import { servedDatasets } from "../../testing/official.ts";
import { EngineHost } from "./engine_host.ts";
import { EngineFailure } from "./failure.ts";

const CANDIDATE = {
  marketId: 1,
  timeframe: "daily" as const,
  components: [{ strategyId: "maturity-ramp" }],
};
const COUNTS = { count: 1, counted: false, sharpeCount: 1, sharpeVariance: null };

/** Evaluates a candidate on a page whose files of some datasets do not load. */
async function evaluate(isLost: (dataset: Dataset) => boolean): Promise<number | null> {
  const module = await compileEngine();
  const datasets = await servedDatasets();
  const columnsSha256 = "";
  const listed = datasets.map(({ header }) => ({
    header: { ...header, served: true },
    url: header.sha256,
    columnsSha256,
  }));
  const host = new EngineHost({
    loadProgram: () =>
      Promise.resolve({ module, sources: { markets: [], examples: [], datasets: listed } }),
    makeEngine: (compiled) => reloadEngine(compiled, Math.random()),
    loadDataset: ({ header, url }) => {
      const found = datasets.find((dataset) => dataset.header.sha256 === url);
      if (found !== undefined && !isLost(found)) return Promise.resolve({ ...found, header });
      return Promise.reject(new EngineFailure({ kind: "broken", detail: "offline" }));
    },
    loadLocal: () => Promise.resolve(null),
  }, { urls: { engine: "", sources: "" }, first: null });
  const { simulation } = await host.simulate("summary", CANDIDATE);
  return (await host.evaluate(simulation, COUNTS)).real?.rows.length ?? null;
}

Deno.test("a page evaluates on the real maturities that load, and without any where none does", async () => {
  assertEquals(await evaluate(() => false), 4);
  assertEquals(await evaluate(({ header }) => header.marketKey === "susde-7may2026"), 3);
  assertEquals(await evaluate(({ header }) => header.marketId > 1_000), null);
});
