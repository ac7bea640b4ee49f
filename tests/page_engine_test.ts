import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { UNCOUNTED } from "../server/contracts/trial.ts";
import { payloadOf } from "../server/engine/answer.ts";
import type { PageEngine } from "../server/engine/engine.ts";
import { compileEngine, loadEngine, reloadEngine } from "../server/engine/load.ts";
import { okValue } from "../server/engine/wire.ts";
import { CatalogueSchema } from "../server/engine/wire_schemas.ts";
import { candidates } from "../server/testing/candidates.ts";
import { encoded } from "../server/testing/encoded.ts";
import { officialDatasets } from "../server/testing/official.ts";

const SEED = 20261123;
const CANDIDATE_COUNT = 80;
const VIEWS = ["full", "summary", "trades"];
const OWN_LOGIC = {
  marketId: 1,
  components: [{
    strategyId: "expression",
    strategyParams: { enter: "zscore(logYield, w) >= 1.5", exit: "rank(logYield, w) < 0.4", w: 10 },
  }],
};

const ofPage = await WebAssembly.compile(
  await Deno.readFile(new URL("../pkg/arena_engine_page.wasm", import.meta.url)),
);
const whole = await compileEngine();

function exportsOf(module: WebAssembly.Module): readonly string[] {
  return WebAssembly.Module.exports(module).map(({ name }) => name);
}

/** Returns every answer about a candidate. */
function answers(engine: PageEngine, candidate: unknown, at: number): readonly unknown[] {
  const alone = encoded(candidate);
  const view = VIEWS[at % VIEWS.length];
  const { bytes } = engine.simulate(encoded({ view, simulationId: "s", candidate }));
  const payload = payloadOf(bytes);
  return [
    engine.check(alone),
    bytes,
    payload === null ? null : engine.evaluate(encoded({}), payload, UNCOUNTED),
    engine.show(alone),
    engine.runColumns(alone),
    engine.sweep(encoded({ candidates: [candidate] })),
  ];
}

Deno.test("the page's engine lacks the calls for servers, searches, seasons and files alone", () => {
  const [found, all] = [exportsOf(ofPage), exportsOf(whole)];
  assertEquals(found.filter((name) => !all.includes(name)), []);
  assertEquals(all.filter((name) => !found.includes(name)).toSorted(), [
    // passes strings to the engine
    "__wbindgen_realloc",
    "arena_describePlan",
    "arena_pathUtilities",
    "arena_planColumns",
    "arena_scenarioPaths",
    "arena_simulateAdmitted",
    "generateDataset",
    "overfitting",
    "passiveGaps",
    "seasonRanks",
  ]);
});

Deno.test("the page's engine answers what the whole engine answers, to the byte", async () => {
  const [first, second] = [await reloadEngine(ofPage, 1), loadEngine(whole)];
  const both = <T>(ask: (engine: PageEngine) => T): void =>
    assertEquals(ask(first), ask(second), String(ask));
  both((engine) => engine.versions());
  both((engine) => engine.strategyCatalogue());
  both((engine) => engine.familyProfile());
  for (const dataset of await officialDatasets()) {
    const { marketId, marketKey, timeframe } = dataset.header;
    both((engine) => engine.addDataset(dataset));
    both((engine) => engine.chartColumns(marketId, timeframe));
    both((engine) => engine.generateColumns(encoded({ marketKey, timeframe, seed: 7 })));
  }
  const catalogue = okValue(CatalogueSchema, second.strategyCatalogue());
  const sample = fc.sample(candidates(catalogue), { seed: SEED, numRuns: CANDIDATE_COUNT });
  [OWN_LOGIC, ...sample].forEach((candidate, at) => {
    const [found, expected] = [answers(first, candidate, at), answers(second, candidate, at)];
    assertEquals(found, expected, JSON.stringify(candidate));
  });
  const excess = Float64Array.from({ length: 40 }, (_, day) => Math.sin(day) / 100);
  both((engine) => engine.sharpeLuck(excess, { count: 9, variance: 0.01 }));
  both((engine) => engine.requiredEdge(0.003, 12, 64));
});
