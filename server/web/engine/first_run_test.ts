import { assert, assertEquals, assertExists } from "@std/assert";
import { makeEngine } from "../../testing/official.ts";
import { makeDatasets } from "../../testing/datasets.ts";
import { InlineWorker } from "../../testing/inline_worker.ts";
import { EngineHost } from "./engine_host.ts";
import { type EngineClient, engineClient } from "./client.ts";
import { type FirstRun, makeFirstRun, withFirstRun } from "./first_run.ts";
import type { Program } from "./messages.ts";

const datasets = await makeDatasets();
const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const PROGRAM: Program = {
  // The engines of these tests have theirs.
  module: {} as WebAssembly.Module,
  sources: {
    markets: [],
    examples: [],
    datasets: datasets.map(({ header }) => ({ header, url: header.sha256, columnsSha256: "" })),
  },
};
const FILES = {
  loadProgram: () => Promise.resolve(PROGRAM),
  makeEngine: () => makeEngine(),
  loadDataset: ({ url }: { readonly url: string }) => {
    const found = datasets.find(({ header }) => header.sha256 === url);
    assertExists(found);
    return Promise.resolve(found);
  },
  loadLocal: () => Promise.resolve(null),
  listLocal: () => Promise.resolve([]),
};
const first = (candidate = CANDIDATE): Promise<FirstRun | null> =>
  makeFirstRun(FILES, Promise.resolve(PROGRAM), candidate);

/** A client whose worker is counted, with a first run. */
function clientOf(
  firstRun: () => Promise<FirstRun | null>,
  drawn = (): Promise<void> => Promise.resolve(),
): { readonly client: EngineClient; readonly spawned: () => number } {
  let spawned = 0;
  const worker = engineClient(() => {
    spawned++;
    const host = new EngineHost(FILES, { urls: { engine: "", sources: "" }, first: null });
    return new InlineWorker(host, { isInOrder: true });
  });
  return { client: withFirstRun(worker, firstRun, drawn), spawned: () => spawned };
}

Deno.test("the first run answers what the page asks first, each once, with a worker's bytes", async () => {
  const { client, spawned } = clientOf(() => first());
  const all = async (): Promise<readonly unknown[]> => [
    await client.show(CANDIDATE),
    await client.columns(1, "hourly"),
    await client.arena(),
  ];
  const made = await all();
  assertEquals(spawned(), 0);
  const run = await all();
  assertEquals(spawned(), 1);
  assertEquals(made, run);
  client.close();
});

Deno.test("another candidate, and another dataset, are the worker's", async () => {
  const { client, spawned } = clientOf(() => first());
  const other = { ...CANDIDATE, capital: "5000" };
  assert((await client.show(other)).columns.length > 0);
  assertEquals((await client.columns(1, "daily")).header.timeframe, "daily");
  assertEquals(spawned(), 1);
  client.close();
});

Deno.test("without a first run, or after its failure, the worker answers", async () => {
  const unknown = { ...CANDIDATE, marketId: 99 };
  const refused = { ...CANDIDATE, components: [{ strategyId: "none" }] };
  const failed = Promise.reject(new Error("the network"));
  const none = [
    first(unknown),
    first(refused),
    makeFirstRun(FILES, failed, CANDIDATE),
  ];
  for (const made of none) {
    assertEquals(await made, null);
    const { client, spawned } = clientOf(() => made);
    assert((await client.show(CANDIDATE)).columns.length > 0);
    assertEquals(spawned(), 1);
    client.close();
  }
});

Deno.test("the publications follow the first curve", async () => {
  const drawn = Promise.withResolvers<void>();
  const { client } = clientOf(() => first(), () => drawn.promise);
  const log: string[] = [];
  const arena = client.arena().then(() => log.push("arena"));
  await client.show(CANDIDATE);
  log.push("run");
  drawn.resolve();
  await arena;
  assertEquals(log, ["run", "arena"]);
  client.close();
});
