import { assert, assertEquals } from "@std/assert";
import type { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import type { SearchStart } from "../../server/contracts/search.ts";
import type { SearchReport } from "../../server/search/report/report.ts";
import type { z } from "zod";
import { type Arena, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectOk } from "../../server/testing/expect.ts";
import { until } from "../../server/testing/until.ts";

type Evaluation = z.infer<typeof EvaluationSchema>;

/** A plan of 60 candidates, of which the best 40 are evaluated. */
const PLAN = {
  base: {
    marketId: 1,
    timeframe: "daily" as const,
    components: [{ strategyId: "carry-to-cost" }],
  },
  axes: [
    { path: "/components/0/strategyParams/ratio", min: 1, max: 10, steps: 10 },
    { path: "/components/0/strategyParams/roundTripBps", min: 5, max: 30, steps: 6 },
  ],
  aim: "edge",
  evaluate: 40,
};

async function search(
  arena: Arena,
  headers?: Record<string, string>,
  plan: unknown = PLAN,
  rest: object = {},
): Promise<SearchReport> {
  const body = { plan, top: 40, ...rest };
  const started = await arena.post(`${FAMILY}/searches`, body, headers);
  const { links } = await expectOk(started, "startSearch") as SearchStart;
  let report: SearchReport | null = null;
  await until(async () => {
    arena.clock.advance(1_000);
    const view = await arena.request(links.self, headers && { headers });
    report = (await expectOk(view, "getSearch") as { report: SearchReport | null }).report;
    return report !== null;
  });
  assert(report !== null);
  return report;
}

/** The best of a search elsewhere. */
const BEST = { ...PLAN, method: { kind: "random", count: 1 }, enqueue: [[3, 10]] };

/** Orders the best of a search elsewhere, which tried a million candidates. */
async function imported(arena: Arena, tried: unknown = 1_000_000): Promise<Response> {
  return await arena.post(`${FAMILY}/searches`, { plan: BEST, tried });
}

async function evaluated(arena: Arena, candidate: unknown): Promise<Evaluation> {
  arena.clock.advance(1_000);
  const simulation = await arena.post(`${FAMILY}/simulations/summary`, candidate);
  const payload = await expectOk(simulation, "simulateSummary");
  arena.clock.advance(1_000);
  const answer = await arena.post(`${FAMILY}/evaluations`, payload);
  return await expectOk(answer, "evaluate") as Evaluation;
}

Deno.test("a search's evaluations are trials of its key: report and request tell one story", async () => {
  const arena = await makeArena();
  const { top } = await search(arena);
  const [best] = top;
  assert(best?.evaluation);
  assertEquals(best.evaluation.trials, 40);
  const { verdict, eligibility, luck } = await evaluated(arena, best.candidate);
  assertEquals(verdict.trials.evaluated, 40, "the candidate was counted by the search");
  assertEquals(verdict.trials.searched, 60, "the search has run it under its own fingerprint");
  assertEquals(luck.trials, 60);
  assertEquals(luck.deflatedSharpe, best.evaluation.deflatedSharpe);
  assertEquals(verdict.pAdjusted, best.evaluation.figures.pAdjusted);
  assertEquals(eligibility.eligible, best.evaluation.eligible);
  const failed = eligibility.gates.filter(({ passed }) => !passed).map(({ gate }) => gate);
  assertEquals(failed, best.evaluation.failed);
  const other = { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };
  const { trials } = (await evaluated(arena, other)).verdict;
  assertEquals([trials.evaluated, trials.searched], [41, 61]);
});

Deno.test("report and request tell one deflated Sharpe ratio, however many candidates ran", async () => {
  const arena = await makeArena();
  const other = { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };
  await evaluated(arena, other);
  for (const count of [500, 6_000]) {
    const plan = { ...PLAN, axes: PLAN.axes.map(({ steps: _, ...axis }) => axis), evaluate: 3 };
    const method = { kind: "sobol", count };
    const { top, luck } = await search(arena, undefined, { ...plan, aim: "score", method });
    const [best] = top;
    assert(best?.evaluation?.deflatedSharpe && luck?.deflatedSharpe);
    const { deflatedSharpe, trials } = (await evaluated(arena, best.candidate)).luck;
    assertEquals(deflatedSharpe, best.evaluation.deflatedSharpe);
    assertEquals(trials, luck.searched);
    assert(Math.abs(luck.deflatedSharpe - best.evaluation.deflatedSharpe) < 1e-12);
  }
});

Deno.test("a search counts what its key evaluated before, and each candidate once", async () => {
  const arena = await makeArena();
  const other = { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };
  assertEquals((await evaluated(arena, other)).verdict.trials.evaluated, 1);
  const first = await search(arena);
  assertEquals(first.top[0]?.evaluation?.trials, 41);
  assertEquals(first.luck?.searched, 61, "and what it simulated");
  const again = await search(arena);
  assertEquals(again.top[0]?.evaluation?.trials, 41, "the same 40 candidates again");
  assertEquals(again, first);
  const headers = { "x-api-key": await arena.addKey() };
  const stranger = await search(arena, headers);
  assertEquals(stranger.top[0]?.evaluation?.trials, 40, "another key has its own trials");
});

Deno.test("tries made elsewhere count from the order on, once, and never make luck easier", async () => {
  const arena = await makeArena();
  const axes = PLAN.axes.map(({ steps: _, ...axis }) => axis);
  const method = { kind: "sobol", count: 500 };
  const plan = { ...PLAN, axes, method, aim: "score", evaluate: 1 };
  const [best] = (await search(arena, undefined, plan)).top;
  assert(best);
  const before = await evaluated(arena, best.candidate);
  assertEquals(before.verdict.trials.searched, 500);
  await expectOk(await imported(arena), "startSearch");
  const { verdict: { trials }, luck } = await evaluated(arena, best.candidate);
  // An estimated number is lowered by three standard deviations.
  assert(trials.searched > 900_000 && trials.searched < 1_000_000, String(trials.searched));
  assert(Number(luck.deflatedSharpe) < Number(before.luck.deflatedSharpe));
  await expectOk(await imported(arena), "startSearch");
  const again = await evaluated(arena, best.candidate);
  assertEquals(again.verdict.trials.searched, trials.searched, "the same tries count once");
  const headers = { "x-api-key": await arena.addKey() };
  const stranger = await search(arena, headers);
  assertEquals(stranger.luck?.searched, 60, "another key has its own tries");
  const own = await search(arena, { "x-api-key": await arena.addKey() }, BEST, { tried: 5_000 });
  assert(Number(own.luck?.searched) > 4_500, "the report of the order counts them as well");
});

Deno.test("a number of tries that no search has is refused and counts nothing", async () => {
  const arena = await makeArena();
  for (const tried of [0, -1, 1.5, 1e300, "7", [1]]) {
    const problem = await (await imported(arena, tried)).json();
    assertEquals(problem.errors?.[0]?.path ?? problem.fieldErrors?.[0]?.path, "/tried");
  }
  assertEquals((await search(arena)).luck?.searched, 60);
});

Deno.test("searches of one plan share its candidates, and a cancelled one counts what it ran", async () => {
  const arena = await makeArena();
  const other = { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };
  const searched = async (): Promise<number> =>
    (await evaluated(arena, other)).verdict.trials.searched;
  await search(arena);
  await search(arena);
  assertEquals(await searched(), 61, "60 candidates and the other one");
  const plan = { ...PLAN, axes: PLAN.axes.slice(1) };
  await search(arena, undefined, plan);
  assertEquals(await searched(), 63, "the first search has evaluated 4 of the 6 of another space");
});
