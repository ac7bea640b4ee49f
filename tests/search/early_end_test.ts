import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../../server/base/errors.ts";
import { SearchPlanSchema } from "../../server/contracts/plan.ts";
import { enqueuedRows } from "../../server/search/stages/enqueue.ts";
import type { SearchReport } from "../../server/search/report/report.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { edgeMarket } from "../../server/testing/planted_markets.ts";
import { PLANTED_PLAN, searchIn } from "../../server/testing/planted_search.ts";

const MARKET = edgeMarket(1);
const METHODS = [
  { kind: "grid" },
  { kind: "random", count: 300, seed: 1 },
  { kind: "sobol", count: 300, seed: 1 },
  { kind: "halving", count: 300, seed: 1 },
  { kind: "adaptive", count: 300, seed: 1 },
] as const;
const WHOLE = { windows: { kind: "whole" }, evaluate: 0 };
const FINE = {
  ...WHOLE,
  axes: PLANTED_PLAN.axes.map(({ path, min, max }) => ({ path, min, max })),
};

function search(written: Record<string, unknown>): Promise<SearchReport> {
  return searchIn(MARKET, { ...FINE, ...written } as never);
}

Deno.test("own candidates are tried first with every method, and counted", async () => {
  const best = (await searchIn(MARKET, WHOLE)).best;
  const [period, overbought, oversold] = best?.coordinates ?? [];
  const enqueue = [{ period, overbought, oversold }, [5, 60.5, 40.5]];
  await inTurn(METHODS, async (method) => {
    const axes = method.kind === "grid" ? PLANTED_PLAN.axes : FINE.axes;
    const plain = await search({ axes, method });
    const { candidates, stages, top, luck } = await search({ axes, method, enqueue });
    assertEquals(candidates.run, plain.candidates.run + 2, method.kind);
    assertEquals(stages[0]?.name, "all-enqueued");
    // The grid has the first of them already: a repeated candidate is one try.
    assertEquals(luck?.tried, method.kind === "grid" ? 2_925 + 1 : 300 + 2, method.kind);
    const score = top[0]?.figures.score ?? -Infinity;
    assert(score >= (best?.figures.score ?? Infinity), `${method.kind} knows the enqueued best`);
  });
});

Deno.test("an adaptive search draws around its own candidates", async () => {
  const best = (await searchIn(MARKET, WHOLE)).best;
  const method = { kind: "adaptive", count: 64, seed: 5 };
  const plain = await search({ method });
  const begun = await search({ method, enqueue: [best?.coordinates] });
  assert((begun.top[1]?.figures.score ?? 0) > (plain.top[1]?.figures.score ?? 0));
});

Deno.test("own candidates are read by coordinates, path or name; wrong ones name what is allowed", () => {
  const axes = [
    { path: "/components/0/strategyParams/period", min: 2, max: 14 },
    { path: "/components/0/strategyId", values: ["yield-rsi", "yield-macd"] },
    { path: "/components/0/weightBps", values: [100, 200] },
  ];
  const rowsOf = (enqueue: unknown): unknown =>
    enqueuedRows(SearchPlanSchema.parse({ base: PLANTED_PLAN.base, axes, enqueue }));
  const named = { period: 3, strategyId: "yield-macd", "/components/0/weightBps": 100 };
  assertEquals(rowsOf([[3, 1, 100], named]), [[3, 1, 0], [3, 1, 0]]);
  const saysOf = (enqueue: unknown): readonly string[] => {
    const error = assertThrows(() => rowsOf([enqueue]), ApiError);
    return (error.context.fieldErrors ?? []).map(({ path, message }) => `${path} ${message}`);
  };
  assertEquals(saysOf([3]), ["/plan/enqueue/0 has 1 coordinates, must have one per axis: 3"]);
  assertEquals(saysOf({ ...named, period: 15 }), [
    "/plan/enqueue/0/period is 15, must be a number from 2 to 14",
  ]);
  assertEquals(saysOf({ ...named, strategyId: "yield-rsy" }), [
    '/plan/enqueue/0/strategyId is "yield-rsy", must be one of yield-rsi, yield-macd',
  ]);
  const { period: _, ...others } = named;
  assertEquals(saysOf({ ...others, perod: 3 }), [
    "/plan/enqueue/0/perod is not an axis, must be one of period, strategyId, weightBps; " +
    "the nearest is period",
    "/plan/enqueue/0 has no value of /components/0/strategyParams/period, must have one per axis",
  ]);
});

Deno.test("patience ends a search at the same candidate, and says where and why", async () => {
  const method = { kind: "sobol", count: 8_000, seed: 3 };
  const plain = await search({ method });
  const found = await search({ method: { ...method, patience: 1_500 } });
  const [stopped, ...others] = found.stopped;
  assert(stopped !== undefined && others.length === 0);
  const { fold, ran, planned, since } = stopped;
  assertEquals([fold, planned, ran % 1_024, found.candidates.run], ["all", 8_000, 0, ran]);
  assert(since >= 1_500 && since < 1_500 + 1_024 && ran < planned, `${ran} ${since}`);
  assertEquals(found.stages.filter(({ role }) => role === "search").length, ran / 1_024);
  // The ranges that ran are the beginning of the whole search.
  const beginning = await search({ method: { ...method, count: ran } });
  assertEquals(
    found.top.map(({ figures }) => figures),
    beginning.top.map(({ figures }) => figures),
  );
  assertEquals(found.candidates.statuses, beginning.candidates.statuses);
  assertEquals(found.luck?.tried, beginning.luck?.tried);
  assertEquals(plain.stopped, []);
  const patient = await search({ method: { ...method, count: 2_000, patience: 5_000 } });
  assertEquals([patient.stopped, patient.candidates.run], [[], 2_000]);
});

Deno.test("an adaptive search with patience ends between two rounds", async () => {
  const method = { kind: "adaptive", count: 4_000, seed: 2, patience: 300 };
  const { stopped: [end], candidates, stages } = await search({ method });
  assert(end !== undefined && end.since >= 300 && end.ran < 4_000, JSON.stringify(end));
  assertEquals(candidates.run, end.ran);
  assertEquals(stages.at(-1)?.name, `all-round-${stages.length}`);
});
