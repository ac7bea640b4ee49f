import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { Arena, ArenaError } from "../pkg/arena.js";
import { okValue } from "../server/engine/wire.ts";
import { CatalogueSchema } from "../server/engine/wire_schemas.ts";
import { makeEngine, officialDatasets, officialManifest } from "../server/testing/official.ts";
import { readExample } from "../server/testing/examples.ts";
import { ROOT } from "../server/testing/root.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
const decoder = new TextDecoder();

/** Returns the face with every official market. */
async function openOfficial(): Promise<Arena> {
  const arena = await Arena.open();
  const manifest = await officialManifest();
  for (const { file } of manifest.datasets) {
    arena.addMarket(manifest, file, await Deno.readTextFile(`${ROOT}datasets/${file}`));
  }
  return arena;
}

Deno.test("the face of pkg/ takes the datasets and gives the results that the server does", async () => {
  const arena = await openOfficial();
  const engine = await makeEngine(await officialDatasets());
  for (const marketId of [1, 2, 3]) {
    for (const timeframe of ["hourly", "daily"] as const) {
      const candidate = { ...CANDIDATE, marketId, timeframe };
      const request = { view: "trades", simulationId: "s", candidate };
      const { bytes } = engine.simulate(new TextEncoder().encode(JSON.stringify(request)));
      const expected = JSON.parse(decoder.decode(bytes)).ok;
      assertEquals({ ...arena.simulate(candidate, "trades"), simulationId: "s" }, expected);
    }
  }
});

Deno.test("the face of pkg/ scores a run, and refuses in the engine's words", async () => {
  const arena = await openOfficial();
  const simulation = arena.simulate(CANDIDATE);
  const { evidence, luck } = arena.evaluate(simulation);
  assertEquals([evidence.resultHash, luck.trials], [simulation.evidence.resultHash, 1]);
  const [point] = arena.sweep([CANDIDATE]);
  assert(point !== undefined && "score" in point);
  assertEquals(point.score, arena.evaluate(simulation).score);
  const wrong = {
    marketId: 1,
    components: [{ strategyId: "yield-rsi", strategyParams: { bars: 1 } }],
  };
  const refusal = assertThrows(() => arena.check(wrong), ArenaError);
  assertEquals(refusal.code, "REQUEST_VALIDATION_FAILED");
  assertEquals(refusal.fieldErrors.map(({ path }) => path), ["/components/0/strategyParams/bars"]);
  const edited = { ...simulation, metrics: { ...simulation.metrics, sharpe: 99 } };
  assertEquals(assertThrows(() => arena.evaluate(edited), ArenaError).code, "SIMULATION_MISMATCH");
  const { strategies } = okValue(CatalogueSchema, (await makeEngine()).strategyCatalogue());
  assertEquals(arena.strategies, strategies);
});

Deno.test("an uncaught refusal of pkg/ shows every wrong field", async () => {
  const arena = await openOfficial();
  const components = [{ strategyId: "yield-rsy" }];
  const { message } = assertThrows(() => arena.simulate({ marketId: 1, components }), ArenaError);
  assertMatch(
    message,
    /^Cannot simulate: 1 field is wrong.*\n {2}\/components\/0\/strategyId .*yield-rsi/,
  );
});

Deno.test("a sweep of pkg/ takes 1 to 1024 candidates", async () => {
  const arena = await openOfficial();
  assertThrows(() => arena.sweep([]), ArenaError);
  assertThrows(() => arena.sweep(Array.from({ length: 1025 }, () => CANDIDATE)), ArenaError);
});

Deno.test("the face of pkg/ says when there is no engine where it looks", async () => {
  await assertRejects(() => Arena.open(new URL("nothing.wasm", import.meta.url)));
});

Deno.test("the face of pkg/ reads a dataset with the checks of the server", async () => {
  const arena = await Arena.open();
  const manifest = await officialManifest();
  const file = "susde-hourly.csv";
  const csv = await Deno.readTextFile(`${ROOT}datasets/${file}`);
  const [head = "", first = "", ...others] = csv.split("\n");
  const damaged: Readonly<Record<string, string>> = {
    'first column is "time", must be timestamp': csv.replace("timestamp", "time"),
    "line 2 has 2 fields, must have": [head, first.split(",", 2), ...others].join("\n"),
    'in line 2 is "x", must be a number': [head, first.replace(/,[^,]+/, ",x"), ...others].join(
      "\n",
    ),
    'timestamp in line 2 is "", must be an ISO 8601 instant': [
      head,
      first.replace(/^[^,]+/, ""),
      ...others,
    ]
      .join("\n"),
    "it has 4367 bars, the manifest says 4368": [head, ...others].join("\n"),
  };
  for (const [reason, text] of Object.entries(damaged)) {
    const refusal = assertThrows(() => arena.addMarket(manifest, file, text), ArenaError, reason);
    assertEquals(refusal.code, "DATASET_INVALID");
    assert(refusal.message.includes(file));
  }
  const unknown = assertThrows(() => arena.addMarket(manifest, "none.csv", csv), ArenaError);
  assertEquals(unknown.message, "Cannot use none.csv: the manifest has no dataset of this name");
  assertEquals(arena.addMarket(manifest, file, csv.replaceAll("\n", "\r\n")).scoredBars, 3648);
});

Deno.test("the example page has 20 lines at most", async () => {
  const example = await readExample("pkg/README.md", "html");
  assert(example.trimEnd().split("\n").length <= 20);
});
