import { assertEquals, assertExists } from "@std/assert";
import { createApp } from "../../server/http/app.ts";
import { OPERATIONS } from "../../server/http/routes/operations.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { expectProblem } from "../../server/testing/expect.ts";

Deno.test("an unknown path is 404, even next to a known one", async () => {
  const { request } = await makeArena();
  const paths = [
    "/nope",
    "/assets/nope.js",
    "/v1",
    "/v1/",
    "/v1/nope",
    "/healthz/",
    "//healthz",
    "/V1/families",
  ];
  await inTurn(paths, async (path) => expectProblem(await request(path), "NOT_FOUND"));
});

Deno.test("under /v1/ a caller without a key gets 401 for every path", async () => {
  const { request } = await makeArena();
  const keyless = { headers: { "x-api-key": "" } };
  await expectProblem(await request("/v1/families", keyless), "API_KEY_MISSING");
  await expectProblem(await request("/v1/nope", keyless), "API_KEY_MISSING");
  const wrongMethod = { ...keyless, method: "DELETE" };
  await expectProblem(await request("/v1/families", wrongMethod), "API_KEY_MISSING");
});

Deno.test("a known path with another method is 405 and lists its methods", async () => {
  const { request } = await makeArena();
  const posted = await request("/healthz", { method: "POST" });
  await expectProblem(posted, "METHOD_NOT_ALLOWED");
  assertEquals(posted.headers.get("allow"), "GET, HEAD");
  const got = await request(`${FAMILY}/evaluations`);
  await expectProblem(got, "METHOD_NOT_ALLOWED");
  assertEquals(got.headers.get("allow"), "POST");
  const head = await request(`${FAMILY}/evaluations`, { method: "HEAD" });
  assertEquals([head.status, head.headers.get("allow")], [405, "POST"]);
});

Deno.test("a preflight needs no key and allows every header", async () => {
  const { request } = await makeArena();
  const response = await request(`${FAMILY}/simulations`, {
    method: "OPTIONS",
    headers: { "x-api-key": "", "origin": "https://page.example" },
  });
  assertEquals([response.status, await response.text()], [204, ""]);
  assertEquals(response.headers.get("access-control-allow-origin"), "*");
  assertEquals(response.headers.get("access-control-allow-methods"), "GET,HEAD,POST,DELETE");
  assertEquals(response.headers.get("access-control-allow-headers"), "*,authorization");
});

Deno.test("a page of any origin may read every answer and its headers", async () => {
  const { request } = await makeArena();
  const paths = ["/v1/families", "/v1/nope", "/healthz"];
  await inTurn(paths, async (path) => {
    const { headers } = await request(path);
    assertEquals(headers.get("access-control-allow-origin"), "*");
    assertEquals(headers.get("access-control-expose-headers"), "*");
  });
});

Deno.test("a well-formed request id is echoed, any other is replaced", async () => {
  const { request } = await makeArena();
  const idOf = async (id: string): Promise<string | null> => {
    const response = await request("/healthz", { headers: { "x-request-id": id } });
    return response.headers.get("x-request-id");
  };
  assertEquals(await idOf("Az09_=-"), "Az09_=-");
  assertEquals(await idOf("a".repeat(255)), "a".repeat(255));
  const bad = ["a".repeat(256), 'a"b', "a b", "é"];
  assertEquals(await inTurn(bad, async (id) => (await idOf(id))?.length), bad.map(() => 36));
});

Deno.test("createApp() refuses a path under /v1/ without a scope", async () => {
  const { deps } = await makeArena();
  const [operation] = OPERATIONS;
  assertExists(operation);
  const open = { ...operation, path: "/v1/open", scope: null };
  let message = "";
  try {
    createApp(deps, [open]);
  } catch (error) {
    message = String(error);
  }
  assertEquals(
    message,
    "Error: Cannot serve /v1/open: it has no scope, every path under /v1/ must have one",
  );
});
