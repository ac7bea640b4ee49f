import { assert, assertEquals } from "@std/assert";
import {
  type Arena,
  CANDIDATE,
  FAMILY,
  makeArena,
  makeHeldArena,
} from "../server/testing/arena.ts";
import { expectOk, expectProblem } from "../server/testing/expect.ts";
import { simulated } from "../server/testing/requests.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { until } from "../server/testing/until.ts";

const SUMMARY = `${FAMILY}/simulations/summary`;
const EVALUATIONS = `${FAMILY}/evaluations`;

function components(count: number): unknown {
  return { marketId: 1, components: Array.from({ length: count }, () => CANDIDATE.components[0]) };
}

/** Returns the remaining compute budget, as the header states it. */
function remaining(response: Response): number {
  return Number(/"compute";r=(\d+)/.exec(response.headers.get("ratelimit") ?? "")?.[1]);
}

/** Sends reads one after the other and returns their statuses. */
async function readTimes(arena: Arena, count: number): Promise<number[]> {
  const responses = Array.from({ length: count }, () => arena.request("/v1/families"));
  return (await Promise.all(responses)).map(({ status }) => status);
}

Deno.test("the 51st read within a second is rejected, and the retry time in the response is enough", async () => {
  const arena = await makeArena();
  assertEquals(new Set(await readTimes(arena, 50)), new Set([200]));
  arena.clock.advance(300);
  const problem = await expectProblem(
    await arena.request("/v1/families"),
    "COMPUTE_BUDGET_EXCEEDED",
  );
  assertEquals(problem.retryAfterMs, 700);
  assertEquals([problem.policy, problem.limit, problem.cost, problem.remaining], [
    "compute",
    50,
    1,
    0,
  ]);
  arena.clock.advance(700);
  assertEquals(new Set(await readTimes(arena, 50)), new Set([200]));
});

Deno.test("a simulation costs 10 units per component", async () => {
  const arena = await makeArena();
  assertEquals(remaining(await arena.post(SUMMARY, components(3))), 20);
  await expectProblem(await arena.post(SUMMARY, components(3)), "COMPUTE_BUDGET_EXCEEDED");
  assertEquals(remaining(await arena.post(SUMMARY, components(2))), 0);
});

Deno.test("a candidate over the whole budget is rejected without a retry time", async () => {
  const arena = await makeArena();
  const response = await arena.post(SUMMARY, components(6));
  assertEquals(response.headers.get("retry-after"), null);
  const problem = await expectProblem(response, "COMPUTE_BUDGET_EXCEEDED");
  assertEquals([problem.cost, problem.limit, problem.retryAfterMs], [60, 50, undefined]);
  assertEquals(remaining(await arena.request("/v1/families")), 49);
});

Deno.test("a failed request costs one unit, and is rejected when the budget is used up", async () => {
  const arena = await makeArena();
  const scopeless = await arena.addKey({ scopes: [] });
  const vain = [
    ["NOT_FOUND", () => arena.request("/v1/nope")],
    ["NOT_FOUND", () => arena.request("/v1")],
    ["METHOD_NOT_ALLOWED", () => arena.request(SUMMARY)],
    ["METHOD_NOT_ALLOWED", () => arena.request("/v1/families", { method: "DELETE" })],
    ["SCOPE_INSUFFICIENT", () => arena.post(SUMMARY, CANDIDATE, { "x-api-key": scopeless })],
  ] as const;
  await inTurn(vain, async ([code, ask]) => {
    const response = await ask();
    assertEquals(arena.records.at(-1)?.cost, 1, code);
    await expectProblem(response, code);
  });
  assertEquals(remaining(await arena.request("/v1/families")), 45);
  await readTimes(arena, 45);
  await Promise.all(Array.from({ length: 49 }, () => vain[4][1]()));
  await inTurn(vain, async ([, ask]) => {
    await expectProblem(await ask(), "COMPUTE_BUDGET_EXCEEDED");
    assertEquals(arena.records.at(-1)?.cost, 0);
  });
  // Requests outside of /v1/ have no key, so none is charged.
  await expectProblem(await arena.request("/nope"), "NOT_FOUND");
  await expectProblem(await arena.request("/healthz", { method: "POST" }), "METHOD_NOT_ALLOWED");
});

Deno.test("a rejected request costs nothing, a rejected body one unit", async () => {
  const arena = await makeArena();
  const bodies: [unknown, Record<string, string>][] = [
    ["{", {}],
    [{}, {}],
    [{ ...CANDIDATE, extra: 1 }, {}],
    ["x", { "content-type": "text/plain" }],
    [" ".repeat(70_000), {}],
  ];
  const costs = await inTurn(bodies, async ([body, headers]) => {
    await (await arena.post(SUMMARY, body, headers)).text();
    return arena.records.at(-1)?.cost;
  });
  assertEquals(costs, [1, 1, 1, 1, 1]);
  assertEquals(remaining(await arena.request("/v1/families")), 44);
  await readTimes(arena, 44);
  // The budget is used up, so the body is rejected for that reason, at no cost.
  await expectProblem(await arena.post(SUMMARY, "{"), "COMPUTE_BUDGET_EXCEEDED");
  arena.clock.advance(1000);
  assertEquals(remaining(await arena.request("/v1/families")), 49);
});

Deno.test("a valid and an invalid evaluation cost one unit each", async () => {
  const arena = await makeArena();
  const payload = await simulated(arena);
  assertEquals(remaining(await arena.post(EVALUATIONS, payload)), 49);
  assertEquals(remaining(await arena.post(EVALUATIONS, { ...payload, view: "full" })), 48);
  assertEquals(remaining(await arena.post(EVALUATIONS, "{")), 47);
});

Deno.test("a full engine costs nothing", async () => {
  const arena = await makeHeldArena();
  arena.runner.isSaturated = true;
  await expectProblem(await arena.post(SUMMARY, CANDIDATE), "OVERLOADED");
  // The server does not wait for a body that it would not read.
  await inTurn([SUMMARY, EVALUATIONS], async (path) => {
    const body = new ReadableStream();
    const headers = { "content-type": "application/json" };
    const refused = await arena.request(path, { method: "POST", body, headers });
    await expectProblem(refused, "OVERLOADED");
  });
  assertEquals(remaining(await arena.request("/v1/families")), 49);
});

Deno.test("an engine that fills up while a body arrives costs nothing", async () => {
  const arena = await makeHeldArena();
  const payload = JSON.stringify(await simulated(await makeArena()));
  const bodies: [string, string][] = [[SUMMARY, JSON.stringify(CANDIDATE)], [EVALUATIONS, payload]];
  await inTurn(bodies, async ([path, text]) => {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>();
    const answer = arena.request(path, {
      method: "POST",
      body: readable,
      headers: { "content-type": "application/json" },
    });
    const writer = writable.getWriter();
    await writer.write(new TextEncoder().encode(text));
    await until(() => arena.deps.bodyBytes.held === text.length);
    // The engine had room before the body arrived, and is full afterwards.
    arena.runner.isSaturated = true;
    await writer.close();
    await expectProblem(await answer, "OVERLOADED");
    assertEquals([arena.records.at(-1)?.cost, arena.runner.waitingCount], [0, 0]);
    arena.runner.isSaturated = false;
  });
  assertEquals(remaining(await arena.request("/v1/families")), 49);
});

Deno.test("with two simulations of a key in flight, a third is rejected before its body is read", async () => {
  const arena = await makeHeldArena();
  const running = [arena.post(SUMMARY, CANDIDATE), arena.post(SUMMARY, CANDIDATE)];
  await until(() => arena.runner.waitingCount === 2);
  const problem = await expectProblem(await arena.post(SUMMARY, "{"), "CONCURRENCY_LIMIT_EXCEEDED");
  assertEquals([problem.policy, problem.limit], ["simulations", 2]);
  const read = await arena.request("/v1/families");
  assert(read.headers.get("ratelimit")?.includes('"simulations";r=0, "evaluations";r=4'));
  arena.runner.finish();
  await inTurn(await Promise.all(running), (response) => expectOk(response, "simulateSummary"));
  const after = await arena.request("/v1/families");
  assert(after.headers.get("ratelimit")?.includes('"simulations";r=2, "evaluations";r=4'));
});

Deno.test("a slot is held until the engine is done, even when the client is gone", async () => {
  const arena = await makeHeldArena({ limits: { simulationsInFlight: 1 } });
  const leaving = new AbortController();
  const gone = arena.request(SUMMARY, {
    method: "POST",
    body: JSON.stringify(CANDIDATE),
    headers: { "content-type": "application/json" },
    signal: leaving.signal,
  });
  await until(() => arena.runner.waitingCount === 1);
  leaving.abort();
  await expectProblem(await arena.post(SUMMARY, CANDIDATE), "CONCURRENCY_LIMIT_EXCEEDED");
  arena.runner.finish();
  await gone;
  const next = arena.post(SUMMARY, CANDIDATE);
  await until(() => arena.runner.waitingCount === 1);
  arena.runner.finish();
  await expectOk(await next, "simulateSummary");
});

Deno.test("a slow body releases its slot and its bytes at the deadline", async () => {
  const arena = await makeArena({ limits: { evaluationsInFlight: 1 } });
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new Uint8Array(70_000)),
  });
  const slow = arena.request(EVALUATIONS, {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });
  await until(() => arena.deps.bodyBytes.held === 70_000);
  arena.clock.advance(9_999);
  await expectProblem(await arena.post(EVALUATIONS, "{"), "CONCURRENCY_LIMIT_EXCEEDED");
  arena.clock.advance(1);
  const response = await slow;
  assertEquals(response.headers.get("connection"), "close");
  await expectProblem(response, "REQUEST_TIMEOUT");
  assertEquals(arena.deps.bodyBytes.held, 0);
  await expectProblem(await arena.post(EVALUATIONS, "{"), "MALFORMED_JSON");
});

Deno.test("the bodies of all keys together are limited", async () => {
  const arena = await makeArena({ limits: { bodyBytesInFlight: 70_000 } });
  await expectProblem(await arena.post(EVALUATIONS, " ".repeat(70_001)), "OVERLOADED");
  assertEquals(arena.deps.bodyBytes.held, 0);
  assertEquals(remaining(await arena.request("/v1/families")), 49);
});
