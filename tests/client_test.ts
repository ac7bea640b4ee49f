import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import {
  ArenaClient,
  ArenaProblem,
  ArenaResponseError,
  type Candidate,
  type ClientOptions,
} from "../server/client/client.ts";
import { OPERATION_SCHEMAS, type OperationId } from "../server/http/docs/operation_schemas.ts";
import { type Arena, makeArena, makeHeldArena } from "../server/testing/arena.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { publication } from "../server/testing/practice.ts";
import { outputOf } from "../server/testing/programs.ts";
import { serveArena } from "../server/testing/served_arena.ts";
import { testWith } from "../server/testing/tools.ts";
import { until, whileMoving } from "../server/testing/until.ts";
import { ROOT } from "../server/testing/root.ts";

const CANDIDATE: Candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

const PATIENT = { retry: true };

function clientOf(arena: Arena, options: Partial<ClientOptions> = {}): ArenaClient {
  const { key: apiKey, fetch, clock } = arena;
  return new ArenaClient({ baseUrl: "http://arena", apiKey, fetch, clock, ...options });
}

function refusals(arena: Arena): number {
  return arena.records.filter(({ status }) => status === 429 || status === 503).length;
}

Deno.test("the client has a method for every operation, and each gives its data", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 1000 } });
  const client = clientOf(arena);
  const run = await client.simulateSummary(CANDIDATE);
  const plan = {
    base: { ...CANDIDATE, timeframe: "daily" as const },
    axes: [{ path: "/components/0/strategyParams/period", min: 2, max: 5, steps: 4 }],
  };
  const started = await client.startSearch({ plan, points: "all" });
  await until(async () => (await client.getSearch(started.searchId)).status === "done");
  const answers: Partial<Record<OperationId, unknown>> = {
    getHealth: await client.getHealth(),
    getReadiness: await client.getReadiness(),
    getDocument: await client.getDocument(),
    listFamilies: await client.listFamilies(),
    getFamily: await client.getFamily(),
    listMarkets: await client.listMarkets(),
    listStrategies: await client.listStrategies(),
    getStrategy: await client.getStrategy("yield-rsi"),
    getStrategyParameters: await client.getStrategyParameters("yield-rsi"),
    getKey: await client.getKey(),
    checkCandidate: await client.checkCandidate(CANDIDATE),
    simulate: await client.simulate(CANDIDATE),
    simulateSummary: run,
    simulateTrades: await client.simulateTrades(CANDIDATE),
    simulateBatch: await client.simulateBatch([CANDIDATE]),
    evaluate: await client.evaluate(run),
    startSearch: started,
    listSearches: await client.listSearches(),
    getSearch: await client.getSearch(started.searchId),
    getSearchPoints: await client.getSearchPoints(started.searchId, { most: 5 }),
    cancelSearch: await client.cancelSearch(started.searchId),
    listSeasons: await client.listSeasons(),
    enterSeason: await client.enterSeason("autumn-1", { candidate: CANDIDATE }),
    listEntries: await client.listEntries("autumn-1"),
    hideEntryName: await client.hideEntryName("autumn-1", 1),
    publish: await client.publish(await publication(arena)),
    getLeaderboard: await client.getLeaderboard("susde-hourly", { sort: "edge" }),
    unpublish: await client.unpublish("susde-hourly", "0".repeat(64)),
  };
  // Answers other than JSON are read as they come, through the links of a search.
  const streams = ["getSearchFile", "watchSearch"];
  const pages = ["getReference", "getVerification", "getErrorPage", ...streams];
  assertEquals(
    Object.keys(answers).toSorted(),
    Object.keys(OPERATION_SCHEMAS).filter((id) => !pages.includes(id)).toSorted(),
  );
  const isPublic = ["getHealth", "getReadiness", "getDocument"];
  for (const [id, data] of Object.entries(answers)) {
    const answer = isPublic.includes(id) ? data : { requestId: "x", status: "ok", data };
    OPERATION_SCHEMAS[id as OperationId].response.parse(answer);
  }
});

Deno.test("a refusal is an ArenaProblem with the whole problem", async () => {
  const client = clientOf(await makeArena());
  const wrong = { marketId: 9, components: [] } as unknown as Candidate;
  const refused = await assertRejects(
    () => client.simulate(wrong, { requestId: "mine" }),
    ArenaProblem,
  );
  assertEquals([refused.status, refused.code], [400, "REQUEST_VALIDATION_FAILED"]);
  assertEquals(refused.problem.requestId, "mine");
  assertEquals(refused.problem.fieldErrors?.map(({ path }) => path), ["/marketId", "/components"]);
  const missing = await assertRejects(() => client.getStrategy("a/b?c"), ArenaProblem);
  assertEquals(missing.code, "STRATEGY_NOT_FOUND");
});

Deno.test("without retry a refusal comes at once and says how long to wait", async () => {
  const client = clientOf(await makeArena());
  await Promise.all(Array.from({ length: 50 }, () => client.listMarkets()));
  const refused = await assertRejects(() => client.listMarkets(), ArenaProblem);
  assertEquals([refused.code, refused.retryAfterMs], ["COMPUTE_BUDGET_EXCEEDED", 1000]);
});

/** Components of a candidate; 0 stands for a read. */
const job = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 5 }));
const jobs = fc.array(job, { maxLength: 20 });
const step = fc.integer({ min: 7, max: 90 });

Deno.test("with retry the client is never refused, however many requests it makes", async () => {
  await fc.assert(
    fc.asyncProperty(jobs, step, async (all, stepMs) => {
      const arena = await makeArena();
      const client = clientOf(arena, PATIENT);
      const works = all.map(async (components) => {
        if (components === 0) return await client.listMarkets();
        const each = { strategyId: "yield-rsi" };
        const parts = Array.from({ length: components }, () => each);
        return await client.evaluate(
          await client.simulateSummary({ marketId: 1, components: parts }),
        );
      });
      await whileMoving(arena.clock, Promise.all(works), stepMs);
      assertEquals(refusals(arena), 0);
    }),
    { numRuns: 20 },
  );
});

Deno.test("a list of candidates is sent in batches that the key can pay, its results in order", async () => {
  const sent = async (budgetUnits: number): Promise<readonly number[]> => {
    const arena = await makeArena({ limits: { budgetUnits } });
    const client = clientOf(arena, PATIENT);
    await client.listMarkets();
    const dear = Array(6).fill(CANDIDATE.components[0]);
    const list = Array.from({ length: 40 }, (_, at) => ({
      ...CANDIDATE,
      submissionId: `${at}`,
      ...(at === 7 && { components: dear }),
    }));
    const { results } = await whileMoving(arena.clock, client.simulateBatch(list), 100);
    assertEquals(refusals(arena), budgetUnits < 60 ? 1 : 0);
    const names = results.map((result) =>
      "error" in result ? result.error.code : result.simulation.submissionId
    );
    const expected = list.map(({ submissionId }) => submissionId);
    if (budgetUnits < 60) expected[7] = "COMPUTE_BUDGET_EXCEEDED";
    assertEquals(names, expected);
    return arena.records.slice(1).map(({ cost }) => cost);
  };
  assertEquals(await sent(50), [50, 20, 0, 50, 50, 50, 50, 50, 50, 20]);
  assertEquals(await sent(1000), [370, 80]);
});

Deno.test("with retry the client waits when another program uses up its key", async () => {
  const arena = await makeArena();
  const [other, client] = [clientOf(arena), clientOf(arena, PATIENT)];
  await Promise.all(Array.from({ length: 50 }, () => other.listMarkets()));
  const markets = await whileMoving(arena.clock, client.listMarkets(), 25);
  assertEquals(markets.length, 3);
  assertEquals(refusals(arena), 1);
});

Deno.test("with retry the client keeps within limits set by the operator", async () => {
  const limits = { budgetUnits: 20, simulationsInFlight: 1 };
  const arena = await makeArena({ limits });
  const client = clientOf(arena, PATIENT);
  await whileMoving(arena.clock, client.listMarkets(), 25);
  const runs = Array.from({ length: 6 }, () => client.simulateSummary(CANDIDATE));
  await whileMoving(arena.clock, Promise.all(runs), 25);
  assertEquals(refusals(arena), 0);
  const dear = { marketId: 1, components: Array(3).fill({ strategyId: "yield-rsi" }) } as Candidate;
  const refused = await assertRejects(
    () => whileMoving(arena.clock, client.simulate(dear), 25),
    ArenaProblem,
  );
  assertEquals([refused.code, refused.retryAfterMs], ["COMPUTE_BUDGET_EXCEEDED", null]);
});

Deno.test("a signal aborts a request, and a wait for its turn", async () => {
  const arena = await makeHeldArena();
  const client = clientOf(arena, PATIENT);
  const running = [client.simulateSummary(CANDIDATE), client.simulateSummary(CANDIDATE)];
  const leaving = new AbortController();
  const waiting = client.simulateSummary(CANDIDATE, { signal: leaving.signal });
  const next = client.simulateSummary(CANDIDATE);
  await until(() => arena.runner.waitingCount === 2);
  leaving.abort(new Error("enough"));
  await assertRejects(() => waiting, Error, "enough");
  await assertRejects(() => client.listMarkets({ signal: leaving.signal }), Error, "enough");
  arena.runner.finish();
  await Promise.all(running);
  await until(() => arena.runner.waitingCount === 1);
  arena.runner.finish();
  assertEquals((await next).view, "summary");
  assertEquals(arena.records.length, 3);
});

Deno.test("a redirect takes the key to no other address", async () => {
  const keys: (string | null)[] = [];
  const options = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const other = Deno.serve(options, ({ headers }) => {
    keys.push(headers.get("x-api-key"));
    return Response.json({ data: [] });
  });
  const service = Deno.serve(
    options,
    () => Response.redirect(`http://127.0.0.1:${other.addr.port}/`, 307),
  );
  try {
    const baseUrl = `http://127.0.0.1:${service.addr.port}`;
    const client = new ArenaClient({ baseUrl, apiKey: "secret" });
    await assertRejects(() => client.listFamilies());
    assertEquals(keys, []);
  } finally {
    await Promise.all([service.shutdown(), other.shutdown()]);
  }
});

Deno.test("an answer from another service is neither a problem nor a success", async () => {
  const answers = [
    new Response("<html>", { status: 502, headers: { "content-type": "text/html" } }),
    new Response("<html>", { headers: { "content-type": "text/html" } }),
    new Response(null, { status: 429, headers: { "retry-after": "1" } }),
  ];
  await inTurn(answers, async (answer) => {
    const client = new ArenaClient({ baseUrl: "http://arena", retry: true, fetch: () => answer });
    const error = await assertRejects(() => client.getHealth(), ArenaResponseError);
    assertEquals(error.status, answer.status);
  });
});

testWith(["node"], "the client of pkg/ runs in Node, as one file without imports", async () => {
  await using server = await serveArena();
  const bundle = `${ROOT}pkg/client.js`;
  assert(!/^import /m.test(await Deno.readTextFile(bundle)));
  const script = `import { ArenaClient } from "${bundle}";
      const [baseUrl, apiKey] = process.argv.slice(1);
      const arena = new ArenaClient({ baseUrl, apiKey, retry: true });
      const candidate = ${JSON.stringify(CANDIDATE)};
      const runs = Array.from({ length: 8 }, () => arena.simulateSummary(candidate));
      const scores = (await Promise.all(runs)).map(async (run) => (await arena.evaluate(run)).score);
      console.log(JSON.stringify(await Promise.all(scores)));`;
  const args = ["--input-type=module", "--eval", script, server.origin, server.key];
  const scores = JSON.parse(await outputOf("node", args));
  assertEquals(scores.length, 8);
  assertEquals(new Set(scores.map((score: unknown) => typeof score)), new Set(["number"]));
  assertEquals(refusals(server.arena), 0);
});
