import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../../server/base/errors.ts";
import { SearchPlanSchema } from "../../server/contracts/plan.ts";
import { prepare } from "../../server/search/stages/prepared.ts";
import type { SearchReport } from "../../server/search/report/report.ts";
import { SearchRun } from "../../server/search/jobs/search_run.ts";
import { inlineRanges } from "../../server/testing/inline_ranges.ts";
import { inlineWorkers } from "../../server/testing/inline_workers.ts";
import { officialParts } from "../../server/testing/official.ts";

const { datasets, engine } = await officialParts();

const PLAN = {
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [
    { path: "/components/0/strategyParams/period", min: 3, max: 30, steps: 28 },
    { path: "/components/0/strategyParams/overbought", min: 55, max: 85, steps: 4 },
  ],
  windows: { kind: "walkForward", folds: 2, embargo: 1 },
  evaluate: 2,
};

async function search(change: Record<string, unknown>): Promise<SearchReport> {
  const plan = SearchPlanSchema.parse({ ...PLAN, ...change });
  const parts = { engine, datasets, workers: inlineWorkers(engine) };
  const run = new SearchRun(prepare(plan, 112, engine, datasets), parts);
  return (await run.report(inlineRanges(run))).report;
}

/** Scores on all bars by coordinates. */
function scoresOf({ top }: SearchReport): ReadonlyMap<string, number> {
  return new Map(top.map(({ coordinates, figures }) => [coordinates.join(), figures.score ?? NaN]));
}

const alone = await Promise.all(
  [1, 2].map((marketId) =>
    search({ base: { ...PLAN.base, marketId }, windows: { kind: "whole" } })
  ),
);

for (const by of ["mean", "worst"] as const) {
  Deno.test(`an aim over markets ranks by the ${by} of each figure`, async () => {
    const report = await search({ markets: { ids: [1, 2], by } });
    const [one, two] = alone.map(scoresOf);
    assertEquals(report.top.length, 112);
    for (const [place, score] of scoresOf(report)) {
      const [first = NaN, second = NaN] = [one?.get(place), two?.get(place)];
      assertEquals(score, by === "mean" ? (first + second) / 2 : Math.min(first, second), place);
    }
    const best = Math.max(...scoresOf(report).values());
    assertEquals(report.best?.figures.score, best);
    assertEquals(report.datasets.map(({ marketId }) => marketId), [1, 2]);
    const joined = report.best?.evaluation;
    const markets = joined?.markets ?? [];
    assertEquals(markets.map(({ marketId }) => marketId), [1, 2]);
    const edges = markets.map(({ figures }) => figures.edge ?? NaN);
    const sum = edges.reduce((total, edge) => total + edge, 0);
    assertEquals(joined?.figures.edge, by === "mean" ? sum / 2 : Math.min(...edges));
    assertEquals(joined?.eligible, markets.every(({ eligible }) => eligible));
    assertEquals(report.folds.length, 2);
    const passive = alone.map(({ luck }) => luck?.passiveScore ?? NaN);
    assert((report.luck?.passiveScore ?? 0) <= Math.max(...passive));
  });
}

Deno.test("an aim over markets is priced by market, and wrong markets are named", () => {
  const prepared = (change: Record<string, unknown>): ReturnType<typeof prepare> =>
    prepare(SearchPlanSchema.parse({ ...PLAN, ...change }), 20, engine, datasets);
  const one = prepared({});
  const three = prepared({ markets: { ids: [1, 2, 3] } });
  assertEquals([three.total, three.units], [one.total, 3 * one.units]);
  const saysOf = (change: Record<string, unknown>): readonly string[] => {
    const error = assertThrows(() => prepared(change), ApiError);
    return (error.context.fieldErrors ?? []).map(({ path, message }) => `${path} ${message}`);
  };
  assertEquals(saysOf({ markets: { ids: [1, 9, 1] } }), [
    "/plan/markets/ids/1 is 9, must be one of 1, 2, 3",
    "/plan/markets/ids/2 is 1 again, must be another market",
  ]);
  assertEquals(saysOf({ markets: { ids: [2, 3] } }), [
    "/plan/markets/ids are without 1, must have the market of the base candidate",
  ]);
  const axes = [{ path: "/marketId", values: [1, 2] }];
  assertEquals(saysOf({ axes, markets: { ids: [1, 2] } }), [
    "/plan/markets is given, must be left out beside an axis of /marketId",
  ]);
});
