import { assert, assertEquals, assertRejects } from "@std/assert";
import { StartError } from "../../server/base/errors.ts";
import type { SearchReport } from "../../server/search/report/report.ts";
import { officialDatasets } from "../../server/testing/official.ts";
import { searchIn } from "../../server/testing/planted_search.ts";
import { edgeMarket } from "../../server/testing/planted_markets.ts";

const OWN = "/components/0/strategyParams/";
const PLAN = {
  axes: [
    { path: `${OWN}period`, min: 3, max: 21, steps: 7 },
    { path: `${OWN}overbought`, values: [55, 60, 65, 70] },
  ],
  constraints: [],
  windows: { kind: "whole" },
};

async function searched(change: unknown): Promise<SearchReport> {
  const dataset = (await officialDatasets()).find(({ header: { marketId, timeframe } }) =>
    marketId === 1 && timeframe === "daily"
  );
  if (dataset === undefined) throw new Error("there is no dataset");
  return await searchIn(dataset, { ...PLAN, ...change as object });
}

Deno.test("the aim may be a figure of the verdict, which then chooses and orders the best", async () => {
  const { top, best, luck, verdict } = await searched({ aim: "edge", evaluate: 12 });
  assertEquals(top.length, 12, "those that were evaluated");
  const evaluations = top.map(({ evaluation }) => evaluation);
  const edges = evaluations.map((found) => found?.figures.edge ?? NaN);
  const isFirst = evaluations.map((found) => found?.eligible ? 1 : 0);
  assertEquals(isFirst, isFirst.toSorted((one, other) => other - one), "eligible ones are first");
  const others = edges.filter((_, at) => isFirst[at] === 0);
  assertEquals(others, others.toSorted((one, other) => other - one));
  assert(
    top.some(({ figures }, at) => (figures.score ?? 0) > (top[at - 1]?.figures.score ?? Infinity)),
  );
  assertEquals(
    evaluations.map((found) => found?.trials),
    new Array(12).fill(28),
    "all ran on paths",
  );
  // The arena's own figure of the same candidate, with as many trials.
  const own = luck?.deflatedSharpe ?? NaN;
  const arena = best?.evaluation?.deflatedSharpe ?? NaN;
  assert(Math.abs(own - arena) < 1e-9, `${own} is ${arena}`);
  assertEquals(luck?.tried, 28);
  const isNamed = verdict.reasons.some((reason) => reason.includes("it has not passed"));
  assertEquals(isNamed, best?.evaluation?.eligible === false);
});

Deno.test("bounds on figures of an evaluation exclude candidates that break them or have no evaluation", async () => {
  const every = await searched({ evaluate: 28 });
  const volatilities = every.top.map(({ evaluation }) =>
    evaluation?.figures.annualizedVolatility ?? 0
  );
  const max = volatilities.toSorted((one, other) => one - other)[5] ?? 0;
  const constraints = [{ figure: "annualizedVolatility", max }];
  const { top } = await searched({ evaluate: 28, constraints });
  assert(top.length >= 6 && top.length < 20, String(top.length));
  assert(top.every(({ evaluation }) => (evaluation?.figures.annualizedVolatility ?? 1) <= max));
  const none = await searched({ evaluate: 5, constraints: [{ figure: "hitRate", min: 2 }] });
  assertEquals([none.best, none.verdict.level], [null, "none"]);
});

Deno.test("figures of an evaluation need evaluations, and exclude a hold-out", async () => {
  const refused = async (change: unknown, sentence: string): Promise<void> => {
    const plan = { ...PLAN, ...change as object };
    await assertRejects(() => searchIn(edgeMarket(1), plan), StartError, sentence);
  };
  await refused({ aim: "edge", evaluate: 0 }, "only an evaluation has edge, so evaluate must be");
  const windows = { kind: "holdout", share: 0.3 };
  await refused(
    { aim: "sortino", windows },
    "only an evaluation has sortino, and that sees all bars",
  );
});

Deno.test("a report without evaluations has none", async () => {
  const { top } = await searched({ evaluate: 0 });
  assertEquals(top.map(({ evaluation }) => evaluation), new Array(top.length).fill(null));
});
