import { assertEquals } from "@std/assert";
import { CANDIDATE, FAMILY, makeArena, PROXY_ADDRESS } from "../server/testing/arena.ts";
import { expectProblem } from "../server/testing/expect.ts";
import { inTurn } from "../server/testing/in_turn.ts";

Deno.test("failed authentications are throttled by address; valid keys pass", async () => {
  const arena = await makeArena();
  const attempt = (address: string): Promise<Response> => {
    return arena.request("/v1/families", { headers: { "x-api-key": "" } }, address);
  };
  const statuses = await Promise.all(
    Array.from({ length: 11 }, async () => (await attempt("192.0.2.7")).status),
  );
  assertEquals(statuses, [...Array.from({ length: 10 }, () => 401), 429]);
  const problem = await expectProblem(await attempt("192.0.2.7"), "RATE_LIMIT_EXCEEDED");
  assertEquals([problem.retryAfterMs, problem.limit], [60_000, 10]);
  assertEquals((await attempt("192.0.2.8")).status, 401);
  assertEquals((await arena.request("/v1/families", {}, "192.0.2.7")).status, 200);
  arena.clock.advance(60_000);
  assertEquals((await attempt("192.0.2.7")).status, 401);
});

Deno.test("only failed authentications count against an address", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 20 } });
  const revoked = await arena.addKey({ status: "revoked" });
  const expired = await arena.addKey({ expiresAt: 0 });
  const heavy = { ...CANDIDATE, components: Array(3).fill(CANDIDATE.components[0]) };
  const scopeless = await arena.addKey({ scopes: [] });
  const refusals: [number, () => Promise<Response>][] = [
    [403, () => arena.request("/v1/families", { headers: { "x-api-key": revoked } })],
    [403, () => arena.request("/v1/families", { headers: { "x-api-key": expired } })],
    [403, () => arena.request("/v1/families", { headers: { "x-api-key": scopeless } })],
    [429, () => arena.post(`${FAMILY}/simulations/summary`, heavy)],
    [404, () => arena.request("/v1/nope")],
  ];
  await inTurn(refusals, async ([status, ask]) => {
    const statuses = await Promise.all(
      Array.from({ length: 11 }, async () => (await ask()).status),
    );
    assertEquals(new Set(statuses), new Set([status]));
  });
  const fail = (): Promise<Response> =>
    arena.request("/v1/families", { headers: { "x-api-key": "" } });
  const failures = await Promise.all(Array.from({ length: 10 }, fail));
  assertEquals(new Set(failures.map(({ status }) => status)), new Set([401]));
  assertEquals((await fail()).status, 429);
});

Deno.test("behind a trusted proxy the client's own address is throttled, not the proxy's", async () => {
  const arena = await makeArena();
  const attempt = async (address: string, forwardedFor: string): Promise<number> => {
    const headers = { "x-api-key": "", "x-forwarded-for": forwardedFor };
    return (await arena.request("/v1/families", { headers }, address)).status;
  };
  const tenTimes = Array.from({ length: 10 }, () => attempt(PROXY_ADDRESS, "192.0.2.7"));
  assertEquals(new Set(await Promise.all(tenTimes)), new Set([401]));
  // Entries to the left of the proxy's own entry come from the client.
  assertEquals(await attempt(PROXY_ADDRESS, "198.51.100.3, 192.0.2.7"), 429);
  assertEquals(await attempt(PROXY_ADDRESS, "192.0.2.8"), 401);
  // A client that is not a trusted proxy cannot claim another address.
  assertEquals(await attempt("192.0.2.7", "192.0.2.9"), 429);
  assertEquals(await attempt("192.0.2.10", "192.0.2.7"), 401);
});
