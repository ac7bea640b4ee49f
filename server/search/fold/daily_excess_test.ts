import { assert, assertEquals } from "@std/assert";
import type { Candidate } from "../../contracts/candidate.ts";
import { officialDatasets, officialEngine } from "../../testing/official.ts";
import { betterLine, dailyReturns, excessOf } from "./daily_excess.ts";
import { describePlan } from "../stages/describe_plan.ts";
import { columnsRequest } from "../stages/engine_plan.ts";
import { Points } from "../points/points.ts";

const PLAN = {
  base: { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
  axes: [{ path: "/components/0/strategyParams/period", min: 3, max: 12, steps: 4 }],
};
const NUMBERS = [0, 1, 2, 3];

Deno.test("daily returns have the Sharpe ratios that the engine gives the same window", async () => {
  const datasets = await officialDatasets();
  const dataset = datasets.find(({ header }) =>
    header.marketId === 1 && header.timeframe === "hourly"
  );
  if (dataset === undefined) throw new Error("there is no dataset");
  const engine = await officialEngine(datasets);
  for (const window of [null, { from: 1000, to: 2990 }]) {
    const stage = { draw: { method: "grid" }, window } as const;
    const { candidates, columns: names } = describePlan(engine, PLAN, stage, NUMBERS);
    const range = { from: 0, count: NUMBERS.length };
    const pointsOf = (): Points =>
      new Points(0, names, engine.planColumns(columnsRequest(PLAN, stage, range)));
    const points = pointsOf();
    const known = candidates.filter((one): one is Candidate => typeof one !== "string");
    const returns = dailyReturns(engine, dataset, window, known);
    assertEquals(returns.candidates.length, NUMBERS.length);
    returns.candidates.forEach((days, at) => {
      const sharpe =
        engine.sharpeLuck(excessOf(days ?? new Float64Array(), returns.idle.days)).sharpe ??
          0;
      const expected = points.column("dailySharpe")[at] ?? NaN;
      assert(Math.abs(sharpe - expected) < 1e-9, `${sharpe} is ${expected}`);
    });
    assert(returns[betterLine(returns)].score >= 100);
    assertEquals(returns.hold.days.length, returns.idle.days.length);
    // The engine has the whole dataset again.
    assertEquals(pointsOf().numbers, points.numbers);
  }
});

Deno.test("a candidate that the engine refuses has no days", async () => {
  const datasets = await officialDatasets();
  const [dataset] = datasets;
  if (dataset === undefined) throw new Error("there is no dataset");
  const { marketId, timeframe } = dataset.header;
  const base = { marketId, timeframe, components: [{ strategyId: "absent" }] };
  const returns = dailyReturns(await officialEngine(datasets), dataset, null, [base]);
  assertEquals(returns.candidates, [null]);
});

Deno.test("an engine gets a whole dataset once, so that it keeps the paths of evaluations", async () => {
  const datasets = await officialDatasets();
  const [dataset] = datasets;
  if (dataset === undefined) throw new Error("there is no dataset");
  const { marketId, timeframe } = dataset.header;
  const candidate = { marketId, timeframe, components: [{ strategyId: "yield-rsi" }] };
  const engine = await officialEngine(datasets);
  const first = dailyReturns(engine, dataset, null, [candidate]);
  let added = 0;
  const add = engine.addDataset.bind(engine);
  engine.addDataset = (given) => {
    added++;
    return add(given);
  };
  assertEquals(dailyReturns(engine, dataset, null, [candidate]), first);
  assertEquals(added, 0);
  dailyReturns(engine, dataset, { from: 0, to: 60 }, [candidate]);
  assertEquals(added, 2);
});
