import { assertEquals, assertExists } from "@std/assert";
import { examplePath } from "../../server/contracts/operation.ts";
import { OPERATIONS } from "../../server/routes/operations.ts";
import { FAMILY, makeArena } from "../support/arena.ts";
import { expectDeclared, expectOk } from "../support/expect.ts";
import { inTurn } from "../support/in_turn.ts";
import { sendBody, sendValid, simulated } from "../support/requests.ts";

for (const operation of OPERATIONS) {
  Deno.test(`${operation.id} answers 200 as its schema says`, async () => {
    await expectOk(await sendValid(await makeArena(), operation), operation.id);
  });
}

for (const operation of OPERATIONS.filter(({ isConditional }) => isConditional)) {
  Deno.test(`${operation.id} answers 304 to whoever has the current answer`, async () => {
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

for (const operation of OPERATIONS.filter(({ hasBody }) => !hasBody)) {
  Deno.test(`${operation.id} answers HEAD like GET without the body`, async () => {
    const arena = await makeArena();
    const path = examplePath(operation.path);
    const got = await arena.request(path, { headers: { "x-request-id": "one" } });
    const head = await arena.request(path, {
      method: "HEAD",
      headers: { "x-request-id": "one" },
    });
    assertEquals([head.status, await head.text()], [200, ""]);
    const length = String((await got.arrayBuffer()).byteLength);
    assertEquals(head.headers.get("content-length"), length);
    assertEquals(head.headers.get("content-type"), got.headers.get("content-type"));
  });
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
