import { assert, assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../server/contracts/plan.ts";
import type { Dataset } from "../../server/datasets/dataset.ts";
import { compileEngine, reloadEngine } from "../../server/engine/load.ts";
import { okBytes } from "../../server/engine/wire.ts";
import { makeReport } from "../../server/search/make_report.ts";
import { prepare, runStages } from "../../server/search/prepared.ts";
import type { SearchReport } from "../../server/search/report.ts";
import { runStage } from "../../server/search/run_stage.ts";
import type { Stage, StageOutcome } from "../../server/search/stage.ts";
import { inlineCrew, MemoryStore } from "../support/inline_crew.ts";
import { inTurn } from "../support/in_turn.ts";
import { edgeMarket, noiseMarket } from "../support/planted_markets.ts";

const module = await compileEngine();
let generation = 1000;
const TOP = 20;

/** Searches for the best RSI of a market, with folds. */
async function searched(dataset: Dataset): Promise<SearchReport> {
  const engine = await reloadEngine(module, generation++);
  okBytes(engine.addDataset(dataset));
  const own = "/components/0/strategyParams/";
  const plan = SearchPlanSchema.parse({
    base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
    axes: [
      { path: `${own}period`, min: 2, max: 14, steps: 13 },
      { path: `${own}overbought`, min: 52, max: 80, steps: 15 },
      { path: `${own}oversold`, min: 20, max: 48, steps: 15 },
    ],
    constraints: [{ figure: "fills", min: 4 }],
    windows: { kind: "walkForward", folds: 3, embargo: 1 },
  });
  const prepared = prepare(plan, TOP, engine, [dataset]);
  const crew = inlineCrew(engine, [dataset]);
  const run = (stage: Stage): Promise<StageOutcome> =>
    runStage(stage, {
      plan,
      names: prepared.description.columns,
      crew,
      store: new MemoryStore(),
      keepsPoints: false,
      signal: new AbortController().signal,
      onRange: () => {},
    });
  const { folds } = await runStages(prepared, run);
  return await makeReport(folds, {
    plan,
    engine,
    datasets: [dataset],
    crew,
    versions: {},
    statusNames: prepared.description.statuses,
    topMax: TOP,
    run,
  });
}

Deno.test("the best of a plan over noise is flagged", async () => {
  const reports = await inTurn([1, 2, 3, 4], (seed) => searched(noiseMarket(seed)));
  for (const { verdict, luck } of reports) {
    assert(verdict.isFlagged && verdict.level === "luck", JSON.stringify({ verdict, luck }));
    assert(verdict.reasons.length > 0);
  }
});

Deno.test("the best of a plan over a market with a planted edge is not", async () => {
  const reports = await inTurn([1, 2, 3], (seed) => searched(edgeMarket(seed)));
  for (const report of reports) {
    const { verdict, luck, folds, neighbours, outOfSample } = report;
    assertEquals(verdict.reasons, [], JSON.stringify({ luck, folds: folds.length }));
    assertEquals(verdict.level, "holds");
    const figures = [luck?.deflatedOverPassive, outOfSample?.probability];
    assert(figures.every((figure) => (figure ?? 0) > 0.99), JSON.stringify(figures));
    assert((neighbours?.shareAbove ?? 0) > 0.5, JSON.stringify(neighbours));
  }
});
