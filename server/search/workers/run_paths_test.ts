import { assertEquals } from "@std/assert";
import type { Candidate } from "../../contracts/candidate.ts";
import { type SearchPlan, SearchPlanSchema } from "../../contracts/plan.ts";
import { UNCOUNTED } from "../../contracts/trial.ts";
import { EvaluationSchema } from "../../contracts/evaluation.ts";
import { okBytes, okValue } from "../../engine/wire.ts";
import { makeImportedDataset } from "../../testing/datasets.ts";
import { encoded } from "../../testing/encoded.ts";
import { inlineWorkers } from "../../testing/inline_workers.ts";
import { makeEngine, officialDatasets } from "../../testing/official.ts";
import { runPaths } from "./run_paths.ts";

const IMPORTED = await makeImportedDataset();
const datasets = [...await officialDatasets(), IMPORTED];
const engine = await makeEngine(datasets);
const parts = { engine, datasets, workers: inlineWorkers(engine) };
const DAILY = { marketId: 1, timeframe: "daily" as const };

function planOf(change: object = {}): SearchPlan {
  return SearchPlanSchema.parse({
    base: { ...DAILY, components: [{ strategyId: "yield-rsi" }] },
    axes: [{ path: "/components/0/strategyParams/period", values: [7, 14] }],
    aim: "edge",
    ...change,
  });
}

function candidates(plan: SearchPlan): readonly Candidate[] {
  return [7, 14].map((period) => ({
    ...plan.base,
    components: [{ strategyId: "yield-rsi", strategyParams: { period } }],
  }));
}

Deno.test("the utilities of runs on all paths are those of the evaluation", async () => {
  const plan = planOf();
  const all = candidates(plan);
  const [first, second] = await Promise.all([
    runPaths(parts, plan, all, { from: 0, to: 24 }),
    runPaths(parts, plan, all, { from: 24, to: 64 }),
  ]);
  const utilities = all.map((_, at) =>
    [first, second].flatMap((found) => found[at]?.runs[0]?.utilities ?? []).map(Number)
  );
  assertEquals(utilities.map(({ length }) => length), [64, 64]);
  const judged = all.map((candidate) => {
    const request = { view: "summary", simulationId: "run", candidate };
    const payload = okBytes(engine.simulate(encoded(request)).bytes);
    return okValue(EvaluationSchema, engine.evaluate(encoded({}), payload, UNCOUNTED)).verdict;
  });
  assertEquals(utilities, judged.map(({ series }) => series.utility));
});

Deno.test("a candidate is a trial on each market once, since its first path", async () => {
  const plan = planOf({ markets: { ids: [1, 2] } });
  const all = candidates(plan);
  const [first, second] = await Promise.all([
    runPaths(parts, plan, all, { from: 0, to: 2 }),
    runPaths(parts, plan, all, { from: 2, to: 4 }),
  ]);
  assertEquals(first.map(({ runs }) => runs.map(({ marketId }) => marketId)), [[1, 2], [1, 2]]);
  const trials = first.flatMap((one) => one.trials);
  assertEquals(new Set(trials.map(({ candidateHash }) => candidateHash)).size, 4);
  const hashes = [1, 2].map((marketId) =>
    datasets.find(({ header }) => header.marketId === marketId && header.timeframe === "daily")
      ?.header.sha256
  );
  assertEquals(trials.map(({ datasetHash }) => datasetHash), [...hashes, ...hashes]);
  assertEquals(second.map(({ trials }) => trials), [[], []]);
});

Deno.test("a run without a utility is null, and no other run is", async () => {
  const workers = {
    utilities: () => Promise.resolve(Float64Array.of(0.1, NaN, 0.3, 0.4, 0, 0, 0, 0)),
  };
  const plan = planOf();
  const found = await runPaths({ ...parts, workers }, plan, candidates(plan), { from: 8, to: 10 });
  assertEquals(found.map(({ runs }) => runs[0]?.utilities), [[0.1, null], [0.3, 0.4]]);
});
