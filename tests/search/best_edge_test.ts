import { assert, assertEquals } from "@std/assert";
import { type SearchPlan, SearchPlanSchema } from "../../server/contracts/plan.ts";
import type { TrialCounts } from "../../server/contracts/trial.ts";
import type { Dataset } from "../../server/datasets/dataset.ts";
import type { Engine } from "../../server/engine/engine.ts";
import { describePlan } from "../../server/search/stages/describe_plan.ts";
import { evaluated } from "../../server/search/stages/evaluated.ts";
import { prepare } from "../../server/search/stages/prepared.ts";
import { type Reported, SearchRun } from "../../server/search/jobs/search_run.ts";
import { inlineRanges } from "../../server/testing/inline_ranges.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { isNightly } from "../../server/testing/nightly.ts";
import { officialParts } from "../../server/testing/official.ts";

/** Distance from the best edge of a grid that a search may miss, a year. */
const MISSED_MAX = 0.001;

type Range = readonly [min: number, max: number, steps: number];

/** Axes of 60 to 125 candidates. */
const GRIDS: Readonly<Record<string, Readonly<Record<string, Range>>>> = {
  "discount-threshold": { entry: [0.01, 0.5, 10], exit: [0, 0.4, 10] },
  "yield-rsi": { period: [3, 21, 4], overbought: [55, 80, 5], oversold: [20, 45, 5] },
  "spread-zscore": { window: [5, 30, 6], entry: [0.5, 3, 5], exit: [0, 1, 3] },
  "yield-bollinger": { window: [5, 30, 6], k: [0.5, 3, 5], exitK: [0, 1, 3] },
  "yield-sma-cross": { fast: [2, 10, 8], slow: [12, 40, 8] },
};

const { datasets, engine } = await officialParts();

function planOf(strategyId: string, { header }: Dataset, change: unknown = {}): SearchPlan {
  const { marketId, timeframe } = header;
  return SearchPlanSchema.parse({
    base: { marketId, timeframe, components: [{ strategyId }] },
    axes: Object.entries(GRIDS[strategyId] ?? {}).map(([name, [min, max, steps]]) => (
      { path: `/components/0/strategyParams/${name}`, min, max, steps }
    )),
    aim: "edge",
    ...change as object,
  });
}

async function search(
  plan: SearchPlan,
  counting: Engine = engine,
): Promise<Reported> {
  const parts = { engine: counting, datasets, workers: inlineWorkers(counting) };
  const run = new SearchRun(prepare(plan, 20, counting, datasets), parts);
  return await run.report(inlineRanges(run));
}

/** Returns the best edge of a plan's candidates, all of them evaluated. */
function bestEdgeOf(plan: SearchPlan, { header: { sha256 } }: Dataset): number {
  const grid = { draw: { method: "grid" as const }, window: null };
  const { count } = describePlan(engine, plan, grid, []);
  const { candidates } = describePlan(engine, plan, grid, [...Array(count).keys()]);
  const one: TrialCounts = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };
  const edges = candidates.filter((each) => typeof each !== "string")
    .map((each) => evaluated(engine, each, { [sha256]: one }).evaluation.figures.edge);
  return Math.max(...edges.map((edge) => edge ?? -Infinity));
}

const daily = datasets.filter(({ header }) => header.timeframe === "daily");

// Each strategy on one daily dataset; at night on every dataset.
for (const [at, strategyId] of Object.keys(GRIDS).entries()) {
  Deno.test(`the best by edge is the best of its grid, ${strategyId}`, async () => {
    const place = at % daily.length;
    for (const dataset of isNightly ? datasets : daily.slice(place, place + 1)) {
      const plan = planOf(strategyId, dataset);
      const { report: { best } } = await search(plan);
      const [found, wanted] = [best?.evaluation?.figures.edge ?? NaN, bestEdgeOf(plan, dataset)];
      const { marketKey, timeframe } = dataset.header;
      const of = `${marketKey} ${timeframe}`;
      assert(wanted - found <= MISSED_MAX, `${of}: ${found}, the best has ${wanted}`);
    }
  });
}

function firstDataset(): Dataset {
  const found = datasets.find(({ header }) =>
    header.marketId === 1 && header.timeframe === "hourly"
  );
  if (found === undefined) throw new Error("there is no dataset");
  return found;
}

Deno.test("the report says what ran on how many paths, and every such candidate counts", async () => {
  const { report: { best, paths }, judged } = await search(
    planOf("discount-threshold", firstDataset()),
  );
  assertEquals(paths, [
    { paths: 8, candidates: 60 },
    { paths: 16, candidates: 32 },
    { paths: 32, candidates: 32 },
    { paths: 64, candidates: 32 },
  ]);
  assertEquals(best?.evaluation?.trials, 60);
  assertEquals(new Set(judged.map(({ candidateHash }) => candidateHash)).size, 60);
  assert((best?.evaluation?.figures.edge ?? 0) > 0.0035);
});

Deno.test("every verdict that a report shows is among what it has judged", async () => {
  const plan = planOf("discount-threshold", firstDataset(), { aim: "score", evaluate: 10 });
  const { report: { top }, judged } = await search(plan);
  assertEquals(top.filter(({ evaluation }) => evaluation !== null).length, 10);
  assertEquals(judged.length, 10);
});
