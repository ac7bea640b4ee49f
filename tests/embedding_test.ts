import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { z } from "zod";
import { Arena, ArenaError } from "../pkg/arena.js";
import type * as Face from "../pkg/arena.js";
import type { CandidateSchema } from "../server/contracts/candidate.ts";
import type { EvaluationSchema } from "../server/contracts/evaluation.ts";
import type {
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "../server/contracts/simulation.ts";
import { parseManifest } from "../server/datasets/manifest.ts";
import type { CatalogueSchema, DatasetSummarySchema } from "../server/engine/wire.ts";
import { loadDatasets } from "../server/datasets/loader.ts";
import { makeEngine } from "./support/arena.ts";
import { readExample } from "./support/examples.ts";
import { needing } from "./support/tools.ts";
import { ROOT } from "./support/root.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
const decoder = new TextDecoder();

/**
 * A type without what the face says more exactly: it knows other markets than 1, 2 and 3, and that
 * the engine always gives every figure of an evaluation.
 */
type Wide<T> = T extends number ? number
  : T extends boolean | null ? boolean
  : T extends object ? { [K in keyof T]-?: Wide<Exclude<T[K], undefined>> }
  : T;
/** True when each type can stand for the other. */
type Same<A, B> = [Wide<A>, Wide<B>] extends [Wide<B>, Wide<A>] ? true : false;

/** Fails to compile when the face says another shape than the service. */
const SAME_SHAPES: [
  Same<Face.Candidate, z.infer<typeof CandidateSchema>>,
  Same<Face.Simulation<"full">, z.infer<typeof FullSimulationSchema>>,
  Same<Face.Simulation<"summary">, z.infer<typeof SummarySimulationSchema>>,
  Same<Face.Simulation<"trades">, z.infer<typeof TradesSimulationSchema>>,
  Same<Face.Evaluation, z.infer<typeof EvaluationSchema>>,
  Same<Face.MarketFacts, z.infer<typeof DatasetSummarySchema>>,
  Same<Face.Strategy[], z.infer<typeof CatalogueSchema>["strategies"]>,
] = [true, true, true, true, true, true, true];

/** Returns the face with every official market. */
async function openOfficial(): Promise<Arena> {
  const arena = await Arena.open();
  for (const entry of parseManifest(await Deno.readTextFile(`${ROOT}datasets/manifest.json`))) {
    // deno-lint-ignore no-await-in-loop -- one after the other, as a reader would write it
    arena.addMarket(entry, await Deno.readTextFile(`${ROOT}datasets/${entry.file}`));
  }
  return arena;
}

Deno.test("the face of pkg/ has the shapes of the service", () => {
  assert(SAME_SHAPES.every(Boolean));
});

Deno.test("the face of pkg/ takes the datasets and gives the results that the server does", async () => {
  const arena = await openOfficial();
  const engine = await makeEngine();
  for (const dataset of await loadDatasets(`${ROOT}datasets`)) engine.addDataset(dataset);
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
  assertEquals(
    arena.evaluate(simulation, [{ marketId: 1, count: 9, sharpeVariance: 0.01 }]).luck.trials,
    9,
  );
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
  assertEquals(arena.strategies.length, 34);
});

Deno.test("the face of pkg/ says when there is no engine where it looks", async () => {
  await assertRejects(() => Arena.open(new URL("nothing.wasm", import.meta.url)));
});

Deno.test({
  ...needing(["node"], "the example for Node runs"),
  fn: async () => {
    const example = await readExample("pkg/README.md", "js");
    const node = new Deno.Command("node", {
      args: ["--input-type=module", "--eval", example],
      cwd: ROOT,
    });
    const { stdout, stderr } = await node.output();
    const { resultHash } = JSON.parse(decoder.decode(stdout) || decoder.decode(stderr));
    const arena = await openOfficial();
    assertEquals(resultHash, arena.simulate(CANDIDATE).evidence.resultHash);
  },
});

Deno.test("the example page has 20 lines at most, and the README shows no other", async () => {
  const example = await readExample("README.md", "html");
  assert(example.trimEnd().split("\n").length <= 20);
  const readme = await Deno.readTextFile(`${ROOT}README.md`).catch(() => "");
  if (readme.includes("pkg/arena.js")) assert(readme.includes(example));
});
