import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parquetReadObjects } from "hyparquet";
import type { SearchPoints, SearchStart, SearchView } from "../../server/contracts/search.ts";
import { type Arena, FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectOk, expectProblem } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";
import { until, whileMoving } from "../../server/testing/until.ts";

const SEARCHES = `${FAMILY}/searches`;

async function start(arena: Arena, body: unknown): Promise<SearchStart> {
  const answer = await expectOk(await arena.post(SEARCHES, body), "startSearch") as SearchStart;
  arena.clock.advance(1_000);
  return answer;
}

async function viewOf(arena: Arena, path: string): Promise<SearchView> {
  const view = await expectOk(await arena.request(path), "getSearch") as SearchView;
  arena.clock.advance(1_000);
  return view;
}

async function ended(arena: Arena, { links }: SearchStart): Promise<SearchView> {
  let view = await viewOf(arena, links.self);
  await until(async () => {
    view = await viewOf(arena, links.self);
    return view.endedAt !== null;
  });
  return view;
}

Deno.test("a search is accepted, run and reported, and is in the list of its key", async () => {
  const arena = await makeArena();
  const started = await start(arena, { plan: SEARCH_PLAN });
  // 10 units for each candidate, 1,000 for each evaluation.
  assertEquals([started.candidates, started.evaluations, started.units], [13, 13, 13_130]);
  assertEquals([started.quota.unitsLeft, started.quota.candidatesLeft], [86_870, 8_687]);
  assertEquals(started.quota.searchesLeft, 1);
  assert(started.estimatedSeconds > 0.1, "evaluations and steps are in it");
  const view = await ended(arena, started);
  assertEquals([view.status, view.done, view.failure], ["done", 13, null]);
  assertEquals([view.units, view.unitsDone], [13_130, 13_130]);
  assertEquals(view.report?.top.length, 13);
  assertEquals(view.best?.number, view.report?.top[0]?.number);
  const list = await expectOk(await arena.request(SEARCHES), "listSearches");
  assertEquals(Object(list).searches.map(({ searchId }: SearchView) => searchId), [
    started.searchId,
  ]);
  assertEquals(Object(list).quota.unitsLeft, 86_870);
});

Deno.test("another key cannot see or cancel a search", async () => {
  const arena = await makeArena();
  const { links } = await start(arena, { plan: SEARCH_PLAN, points: "all" });
  const headers = { "x-api-key": await arena.addKey() };
  await inTurn(Object.values(links), async (path) => {
    await expectProblem(await arena.request(path, { headers }), "SEARCH_NOT_FOUND");
  });
  const cancelled = await arena.request(links.self, { method: "DELETE", headers });
  await expectProblem(cancelled, "SEARCH_NOT_FOUND");
  const list = await expectOk(await arena.request(SEARCHES, { headers }), "listSearches");
  assertEquals(Object(list).searches, []);
});

Deno.test("downloads of points that a key requests at once share its two places", async () => {
  const arena = await makeArena();
  const started = await start(arena, { plan: SEARCH_PLAN, points: "all" });
  await ended(arena, started);
  const { file, points } = started.links;
  const asked = Array.from({ length: 10 }, () => arena.request(file));
  const answers = await Promise.all(asked);
  const [first, second, ...others] = answers.toSorted((one, other) => one.status - other.status);
  assertEquals([first?.status, second?.status], [200, 200]);
  await inTurn(others, async (answer) => {
    await expectProblem(answer, "CONCURRENCY_LIMIT_EXCEEDED");
  });
  await expectProblem(await arena.request(points), "CONCURRENCY_LIMIT_EXCEEDED");
  await first?.arrayBuffer();
  await second?.body?.cancel();
  arena.clock.advance(1_000);
  assertEquals((await arena.request(points)).status, 200);
  // An answer without a body takes no place.
  for (let time = 0; time < 3; time++) {
    assertEquals((await arena.request(file, { method: "HEAD" })).status, 200);
  }
  await (await arena.request(file)).body?.cancel();
});

Deno.test("pages of points and the Parquet file have the same points", async () => {
  const arena = await makeArena();
  const started = await start(arena, { plan: SEARCH_PLAN, points: "all" });
  const { candidates, done } = await ended(arena, started);
  const rows: SearchPoints["rows"] = [];
  let columns: readonly string[] = [];
  let next: string | null = `${started.links.points}?most=5`;
  while (next !== null) {
    const page = await expectOk(await arena.request(next), "getSearchPoints") as SearchPoints;
    rows.push(...page.rows);
    ({ columns, next } = page);
    arena.clock.advance(1_000);
  }
  assertEquals([rows.length, done], [candidates, candidates]);
  const response = await arena.request(started.links.file);
  assertEquals(response.headers.get("content-type"), "application/vnd.apache.parquet");
  const file = await response.arrayBuffer();
  const read = await parquetReadObjects({ file });
  const cells = read.map((row) =>
    columns.map((name) => {
      const value = row[name];
      if (typeof value === "bigint") return Number(value);
      return Number.isNaN(value) ? null : value;
    })
  );
  assertEquals(cells, rows);
});

Deno.test("points that are not kept, or not complete, are refused with a sentence", async () => {
  const arena = await makeArena();
  const few = await start(arena, { plan: SEARCH_PLAN });
  await ended(arena, few);
  const { detail } = await expectProblem(
    await arena.request(few.links.points),
    "SEARCH_POINTS_MISSING",
  );
  assertEquals(detail, 'Cannot read the points: none are kept, start it with "points": "all"');
  const other = await makeArena();
  const cancelled = await start(other, { plan: SEARCH_PLAN, points: "all" });
  await other.request(cancelled.links.self, { method: "DELETE" });
  const missing = await other.request(cancelled.links.file);
  assertStringIncludes((await expectProblem(missing, "SEARCH_POINTS_MISSING")).detail, "cancelled");
});

Deno.test("an invalid page of points is refused with the name of the parameter", async () => {
  const arena = await makeArena();
  const { links } = await start(arena, { plan: SEARCH_PLAN, points: "all" });
  const refusals = await inTurn(["from=-1", "most=0", "most=10001", "from=x"], async (query) => {
    const response = await arena.request(`${links.points}?${query}`);
    const { fieldErrors } = await expectProblem(response, "REQUEST_VALIDATION_FAILED");
    return fieldErrors?.map(({ path, message }) => `${path} ${message}`).join();
  });
  assertEquals(refusals, [
    '/from is "-1", must be a whole number from 0 to 1000000000000000',
    '/most is "0", must be a whole number from 1 to 10000',
    '/most is "10001", must be a whole number from 1 to 10000',
    '/from is "x", must be a whole number from 0 to 1000000000000000',
  ]);
});

Deno.test("a cancelled search ends, and its quota is free again", async () => {
  const arena = await makeArena({ searchLimits: { atOnce: 1 } });
  const started = await start(arena, { plan: SEARCH_PLAN });
  const response = await arena.request(started.links.self, { method: "DELETE" });
  const view = await expectOk(response, "cancelSearch") as SearchView;
  assert(view.status === "cancelled" && view.endedAt !== null);
  assertEquals((await viewOf(arena, started.links.self)).status, "cancelled");
  const again = await arena.request(started.links.self, { method: "DELETE" });
  assertEquals(await expectOk(again, "cancelSearch"), view);
  await start(arena, { plan: SEARCH_PLAN });
});

Deno.test("one search too many at once is refused, with the ids of the running searches", async () => {
  const arena = await makeArena({ searchLimits: { atOnce: 1 } });
  const first = await arena.post(SEARCHES, { plan: SEARCH_PLAN });
  const second = await arena.post(SEARCHES, { plan: SEARCH_PLAN });
  const problem = await expectProblem(second, "SEARCH_QUOTA_EXCEEDED");
  assertEquals(
    problem.detail,
    "Cannot search: 1 searches of this key have not ended, at most 1 may be at once; " +
      "wait for one, or cancel it",
  );
  const { data } = await first.json();
  assertEquals([problem.policy, problem.limit, problem.remaining], ["searches", 1, 0]);
  assertEquals(problem.searchIds, [data.searchId]);
  assertEquals(second.headers.get("retry-after"), "10");
});

Deno.test("a search beyond the units of the day is refused until the next day", async () => {
  const arena = await makeArena({ searchLimits: { unitsPerDay: 20_000 } });
  await ended(arena, await start(arena, { plan: SEARCH_PLAN }));
  const response = await arena.post(SEARCHES, { plan: SEARCH_PLAN });
  const problem = await expectProblem(response, "SEARCH_QUOTA_EXCEEDED");
  assert(problem.policy === "units" && problem.limit === 20_000 && problem.cost === 13_130);
  assert(problem.remaining === 6_870 && problem.resetsAt !== undefined);
  const waitMs = Date.parse(problem.resetsAt) - arena.clock.epochMs();
  assert(Math.abs((problem.retryAfterMs ?? 0) - waitMs) <= 1);
  arena.clock.advance(waitMs + 1_000);
  await start(arena, { plan: SEARCH_PLAN });
});

Deno.test("a plan larger than the daily quota is refused without a retry delay", async () => {
  const arena = await makeArena({ searchLimits: { unitsPerDay: 12 } });
  const response = await arena.post(SEARCHES, { plan: SEARCH_PLAN });
  const problem = await expectProblem(response, "SEARCH_QUOTA_EXCEEDED");
  assertEquals(
    problem.detail,
    "Cannot search: the plan costs 13130 compute units, this key may use 12 a day; " +
      "take fewer steps, sobol with a count, or fewer evaluations",
  );
  assertEquals([problem.retryAfterMs, response.headers.get("retry-after")], [undefined, null]);
});

Deno.test("limits of a key take precedence over those of the service", async () => {
  const arena = await makeArena({ searchLimits: { unitsPerDay: 12 } });
  const limits = {
    unitsPerSecond: null,
    simulationsInFlight: null,
    evaluationsInFlight: null,
    searchUnitsPerDay: 13_130,
    searchesAtOnce: 7,
  };
  const headers = { "x-api-key": await arena.addKey({ limits }) };
  const response = await arena.post(SEARCHES, { plan: SEARCH_PLAN }, headers);
  const { quota } = await expectOk(response, "startSearch") as SearchStart;
  assertEquals([quota.unitsPerDay, quota.unitsLeft], [13_130, 0]);
  assertEquals([quota.searchesAtOnce, quota.searchesLeft], [7, 6]);
});

Deno.test("events are the view after each change, up to the end", async () => {
  const arena = await makeArena();
  const { links } = await start(arena, { plan: SEARCH_PLAN });
  const response = await arena.request(links.events);
  assertEquals(response.headers.get("content-type"), "text/event-stream");
  const text = await whileMoving(arena.clock, response.text());
  const events = text.split("\n\n").filter((event) => event !== "" && event !== ":");
  const last = events.at(-1) ?? "";
  assert(last.startsWith("event: end\ndata: "), last.slice(0, 100));
  assertEquals(JSON.parse(last.slice("event: end\ndata: ".length)).status, "done");
  for (const event of events.slice(0, -1)) assert(event.startsWith("event: progress\ndata: {"));
});

Deno.test("a key has a limited number of event streams, and a closed stream makes room", async () => {
  const arena = await makeArena();
  const { links } = await start(arena, { plan: SEARCH_PLAN });
  const readers = await inTurn([1, 2, 3, 4], async () => {
    const { body } = await arena.request(links.events);
    const reader = body?.getReader();
    await reader?.read();
    return reader;
  });
  arena.clock.advance(1_000);
  const refused = await arena.request(links.events);
  const { policy } = await expectProblem(refused, "CONCURRENCY_LIMIT_EXCEEDED");
  assertEquals(policy, "events");
  await readers[0]?.cancel();
  const head = await arena.request(links.events, { method: "HEAD" });
  assertEquals(head.status, 200);
  // A stream that is not read yet has a place too, the answer to HEAD has none.
  const unread = await arena.request(links.events);
  assertEquals([unread.status, (await arena.request(links.events)).status], [200, 429]);
  await unread.body?.cancel();
  await Promise.all(readers.map((reader) => reader?.cancel()));
});

Deno.test("a search continues a finished one of its key, and no other", async () => {
  const arena = await makeArena();
  const first = await start(arena, { plan: SEARCH_PLAN });
  const { report } = await ended(arena, first);
  const method = { kind: "sobol", count: 2, seed: 1 };
  const body = { plan: { ...SEARCH_PLAN, method }, from: first.searchId };
  const second = await start(arena, body);
  assertEquals(second.candidates, 13 + 2);
  const view = await ended(arena, second);
  const [best, own] = [report, view.report].map((one) => one?.top[0]?.figures);
  assertEquals(own, best, "the best of the finished search is known");
  const enqueue = Object(view.plan).enqueue;
  assertEquals([enqueue.length, Object.keys(enqueue[0])], [13, [SEARCH_PLAN.axes[0]?.path]]);
  const refused = async (from: string, headers: Record<string, string> = {}): Promise<string> => {
    const response = await arena.post(SEARCHES, { ...body, from }, headers);
    const { fieldErrors } = await expectProblem(response, "REQUEST_VALIDATION_FAILED");
    return fieldErrors?.map(({ path, message }) => `${path} ${message}`).join() ?? "";
  };
  const says = (from: string): string =>
    `/from is "${from}", must be the id of a finished search of this key`;
  const other = { "x-api-key": await arena.addKey() };
  assertEquals(await refused(first.searchId, other), says(first.searchId));
  assertEquals(await refused("nonsense"), says("nonsense"));
});

Deno.test("a search that its patience ends is charged for what ran", async () => {
  const arena = await makeArena();
  const [{ path = "" } = {}] = SEARCH_PLAN.axes;
  const method = { kind: "sobol", count: 4_000, patience: 500 };
  // Thirteen different candidates: the best is in the first block.
  const axes = [{ path, min: 2, max: 14 }];
  const started = await start(arena, { plan: { ...SEARCH_PLAN, axes, method, evaluate: 0 } });
  assertEquals([started.candidates, started.units], [4_000, 40_000]);
  const view = await ended(arena, started);
  assertEquals([view.status, view.done, view.unitsDone], ["done", 1_024, 10_240]);
  assertEquals(Object(view.report).stopped.length, 1);
  const { quota } = Object(await expectOk(await arena.request(SEARCHES), "listSearches"));
  assertEquals(quota.unitsLeft, 100_000 - 10_240);
});
