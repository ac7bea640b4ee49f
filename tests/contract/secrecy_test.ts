import { assert, assertEquals } from "@std/assert";
import { type Arena, CANDIDATE, makeArena, PROXY_ADDRESS } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const KEY_LIKE = /sa_[A-Za-z0-9]{12}_/;

/** Everything that the caller gets: status line, headers and body. */
async function textOf(response: Response): Promise<string> {
  return [...response.headers].flat().join("\n") + await response.text();
}

/** Puts the key wherever a caller can put something. */
function misplacings({ key, request, post }: Arena): readonly (() => Promise<Response>)[] {
  const simulations = "/v1/families/strategy-arena/simulations/summary";
  const strategies = "/v1/families/strategy-arena/strategies";
  return [
    () => request(`/${key}`),
    () => request(`/v1/${key}?key=${key}`),
    () => request(`${strategies}/${key}`),
    () => request(`${strategies}/x${key}y/parameters`),
    () => request("/healthz", { headers: { "x-request-id": key } }),
    () => request("/v1/families", { headers: { "x-request-id": `trace-${key}` } }),
    () => request("/v1/families", { headers: { "x-api-key": `${key}x`, "user-agent": key } }),
    () => request("/v1/families", { headers: { "if-none-match": key, "accept": key } }),
    () => request("/v1/families", { method: key.slice(0, 20).replaceAll(/[^A-Za-z]/g, "A") }),
    () => post(simulations, `"${key}`),
    () => post(simulations, { [key]: key }),
    () => post(simulations, { ...CANDIDATE, components: [{ strategyId: key }] }),
    () => post(simulations, { ...CANDIDATE, strategyParams: { [key]: 1 } }),
    () => post(simulations, CANDIDATE, { "content-type": `text/${key}` }),
    () => post("/v1/families/strategy-arena/evaluations", { simulation: { view: key } }),
  ];
}

Deno.test("no answer echoes a key that was sent in the wrong place", async () => {
  const arena = await makeArena();
  await inTurn(misplacings(arena), async (send) => {
    const text = await textOf(await send());
    assert(!KEY_LIKE.test(text), `${send}: ${text}`);
    arena.clock.advance(1000);
  });
});

Deno.test("the log has the network of the caller behind a trusted proxy, and no address", async () => {
  const { records, request } = await makeArena();
  const headers = { "x-forwarded-for": "6.6.6.6, 198.51.100.7" };
  await request("/healthz", { headers }, PROXY_ADDRESS);
  await request("/healthz", { headers }, "203.0.113.9");
  assertEquals(records.map(({ network }) => network), ["198.51.100.0/24", "203.0.113.0/24"]);
});
