import { type SearchPlan, SearchPlanSchema } from "../contracts/plan.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { prepare } from "../search/stages/prepared.ts";
import type { SearchReport } from "../search/report/report.ts";
import { SearchRun } from "../search/jobs/search_run.ts";
import { inlineWorkers } from "./inline_workers.ts";
import { inlineRanges } from "./inline_ranges.ts";
import { makeEngine } from "./official.ts";

const TOP = 20;
const OWN = "/components/0/strategyParams/";

/** A search for the best RSI of a daily market, 2,925 candidates in each window. */
export const PLANTED_PLAN = {
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: `${OWN}period`, min: 2, max: 14, steps: 13 },
    { path: `${OWN}overbought`, min: 52, max: 80, steps: 15 },
    { path: `${OWN}oversold`, min: 20, max: 48, steps: 15 },
  ],
  constraints: [{ figure: "fills", min: 4 }],
  windows: { kind: "walkForward", folds: 3, embargo: 1 },
};

/** Runs a plan on one dataset, in memory and on this thread. */
export async function searchIn(
  dataset: Dataset,
  written: Partial<Record<keyof SearchPlan, unknown>> = {},
): Promise<SearchReport> {
  const engine = await makeEngine([dataset]);
  const plan = SearchPlanSchema.parse({ ...PLANTED_PLAN, ...written });
  const parts = { engine, datasets: [dataset], workers: inlineWorkers(engine) };
  const run = new SearchRun(prepare(plan, TOP, engine, parts.datasets), parts);
  return (await run.report(inlineRanges(run))).report;
}
