import { assert, assertEquals } from "@std/assert";
import type { Dataset, DatasetHeader } from "../../datasets/dataset.ts";
import { compileEngine, reloadEngine } from "../../engine/load.ts";
import { pageDatasets } from "../../testing/official.ts";
import { EngineHost } from "./engine_host.ts";
import { EngineFailure } from "./failure.ts";

const CANDIDATE = {
  marketId: 1,
  timeframe: "daily" as const,
  components: [{ strategyId: "maturity-ramp" }],
};
const COUNTS = { count: 1, counted: false, sharpeCount: 1, sharpeVariance: null };

/** Evaluates a candidate on a page whose files of some datasets do not load. */
async function evaluate(
  isLost: (dataset: Dataset) => boolean,
  { own = [], without = "" }: { readonly own?: readonly Dataset[]; readonly without?: string } = {},
): Promise<number | null> {
  const module = await compileEngine();
  const datasets = (await pageDatasets()).filter(({ header }) => header.marketKey !== without);
  const columnsSha256 = "";
  const listed = datasets.map(({ header }) => ({ header, url: header.sha256, columnsSha256 }));
  const host = new EngineHost({
    loadProgram: () =>
      Promise.resolve({ module, sources: { markets: [], examples: [], datasets: listed } }),
    makeEngine: (compiled) => reloadEngine(compiled, Math.random()),
    loadDataset: ({ url }) => {
      const found = datasets.find((dataset) => dataset.header.sha256 === url);
      if (found !== undefined && !isLost(found)) return Promise.resolve(found);
      return Promise.reject(new EngineFailure({ kind: "broken", detail: "offline" }));
    },
    loadLocal: (marketId) =>
      Promise.resolve(own.find(({ header }) => header.marketId === marketId) ?? null),
    listLocal: () => Promise.resolve(own.map(({ header }) => header)),
  }, { urls: { engine: "", sources: "" }, first: null });
  const { simulation } = await host.simulate("summary", CANDIDATE);
  return (await host.evaluate(simulation, COUNTS)).real?.rows.length ?? null;
}

Deno.test("a page evaluates on the real maturities that load, and without any where none does", async () => {
  assertEquals(await evaluate(() => false), 4);
  assertEquals(await evaluate(({ header }) => header.marketKey === "susde-7may2026"), 3);
  assertEquals(await evaluate(({ header }) => header.marketId > 1_000), null);
});

Deno.test("a maturity of the reader's own joins the panel of its asset, once", async () => {
  const box = (await pageDatasets()).find(({ header }) => header.marketKey === "susde-7may2026");
  assert(box !== undefined);
  const ownOf = (marketId: number, members: Partial<DatasetHeader>): Dataset => {
    // Other files of the same life have another hash.
    const sha256 = `${marketId}`.padStart(64, "0");
    const header = { ...box.header, marketId, marketKey: `own-${marketId}`, sha256, ...members };
    return { ...box, header };
  };
  const [one, again] = [ownOf(4e9, {}), ownOf(4e9 + 1, {})];
  const count = (own: readonly Dataset[], without = box.header.marketKey): Promise<number | null> =>
    evaluate(() => false, { own, without });
  assertEquals(await count([]), 3);
  assertEquals(await count([one]), 4);
  assertEquals(await count([one, again]), 4);
  assertEquals(await count([one], ""), 4);
  assertEquals(await count([ownOf(4e9, { asset: null })]), 3);
});
