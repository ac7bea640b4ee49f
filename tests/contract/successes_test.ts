import { assert, assertEquals, assertExists } from "@std/assert";
import type { z } from "zod";
import type { OperationDefinition } from "../../server/http/operation_definition.ts";
import type { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { expectDeclared, expectOk } from "../../server/testing/expect.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { pathOf, sendBody, sendValid, simulated } from "../../server/testing/requests.ts";

for (const operation of OPERATIONS) {
  Deno.test(`${operation.id} answers ${operation.status ?? 200} in the form of its schema`, async () => {
    await expectOk(await sendValid(await makeArena(), operation), operation.id);
  });
}

for (const operation of OPERATIONS.filter(({ isConditional }) => isConditional)) {
  Deno.test(`${operation.id} answers 304 to a caller with the current answer`, async () => {
    const arena = await makeArena();
    const etag = (await sendValid(arena, operation)).headers.get("etag");
    assertExists(etag);
    const known = await sendBody(arena, operation, null, { "if-none-match": `"x", ${etag}` });
    assertEquals([known.status, await known.text()], [304, ""]);
    expectDeclared(known, operation);
    assertEquals(known.headers.get("etag"), etag);
    const unknown = await sendBody(arena, operation, null, { "if-none-match": '"x"' });
    assertEquals(unknown.status, 200);
  });
}

for (const operation of OPERATIONS.filter(({ method }) => method === "get")) {
  Deno.test(`${operation.id} answers HEAD like GET without the body`, async () => {
    const arena = await makeArena();
    const path = await pathOf(arena, operation);
    const got = await arena.request(path, { headers: { "x-request-id": "one" } });
    const head = await arena.request(path, {
      method: "HEAD",
      headers: { "x-request-id": "one" },
    });
    assertEquals([head.status, await head.text()], [200, ""]);
    const length = String((await got.arrayBuffer()).byteLength);
    // Of what is made while it is read the length is not known.
    assertEquals(head.headers.get("content-length"), isStreamed(operation) ? null : length);
    assertEquals(head.headers.get("content-type"), got.headers.get("content-type"));
  });
}

function isStreamed({ id }: OperationDefinition): boolean {
  return id === "getSearchFile" || id === "watchSearch";
}

Deno.test("evaluate takes every view, bare and wrapped, and gives one score", async () => {
  const arena = await makeArena();
  const payloads = await inTurn(
    ["", "/summary", "/trades"],
    (view) => simulated(arena, undefined, view),
  );
  const evaluations = await inTurn(payloads, async (payload) => {
    const bare = await arena.post(`${FAMILY}/evaluations`, payload);
    const wrapped = await arena.post(`${FAMILY}/evaluations`, { simulation: payload });
    return [await expectOk(bare, "evaluate"), await expectOk(wrapped, "evaluate")];
  });
  const [first, ...others] = evaluations.flat();
  for (const other of others) assertEquals(other, first);
});

Deno.test("the trials of a key deflate its Sharpe ratio", async () => {
  const arena = await makeArena();
  const candidates = ["yield-stochastic", "yield-keltner", "discount-zscore"].map((strategyId) => {
    return { marketId: 1, components: [{ strategyId }] };
  });
  const evaluate = async (payload: unknown): Promise<z.infer<typeof EvaluationSchema>["luck"]> => {
    const response = await arena.post(`${FAMILY}/evaluations`, payload);
    return Object(await expectOk(response, "evaluate")).luck;
  };
  const [first, ...rest] = candidates;
  const payload = await simulated(arena, first);
  const lucky = await evaluate(payload);
  // Elsewhere is another matter.
  await simulated(arena, { ...first, marketId: 2 });
  assertEquals(await evaluate(payload), lucky);
  await inTurn(rest, (candidate) => simulated(arena, candidate));
  const deflated = await evaluate(payload);
  await inTurn(rest, (candidate) => simulated(arena, candidate));
  assertEquals(await evaluate(payload), deflated, "repeats change nothing");
  assertEquals([lucky?.trials, deflated?.trials], [1, 3]);
  assertEquals(deflated?.probabilisticSharpe, lucky?.probabilisticSharpe);
  assertEquals(lucky?.deflatedSharpe, lucky?.probabilisticSharpe);
  assert((deflated?.deflatedSharpe ?? NaN) < (lucky?.deflatedSharpe ?? NaN));
});
