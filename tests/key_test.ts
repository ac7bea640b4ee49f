import { assertEquals } from "@std/assert";
import type { Key } from "../server/contracts/types.ts";
import {
  type Arena,
  CANDIDATE,
  FAMILY,
  makeArena,
  makeHeldArena,
} from "../server/testing/arena.ts";
import { expectOk, expectProblem } from "../server/testing/expect.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { publication } from "../server/testing/practice.ts";
import { until } from "../server/testing/until.ts";

const SUMMARY = `${FAMILY}/simulations/summary`;

async function keyOf(arena: Arena, key = arena.key): Promise<Key> {
  const response = await arena.request(`${FAMILY}/key`, { headers: { "x-api-key": key } });
  return await expectOk(response, "getKey") as Key;
}

Deno.test("a key sees its scopes, limits and what is left of them", async () => {
  const arena = await makeArena();
  const key = await arena.addKey({
    name: "reader",
    scopes: ["strategy:read"],
    expiresAt: arena.clock.epochMs() + 60_000,
  });
  const { name, scopes, expiresAt, limits, tries, entries, publications } = await keyOf(arena, key);
  assertEquals([name, scopes], ["reader", ["strategy:read"]]);
  assertEquals(Date.parse(expiresAt ?? ""), arena.clock.epochMs() + 60_000);
  assertEquals(limits, {
    unitsPerSecond: 50,
    unitsLeft: 45,
    simulationsInFlight: 2,
    simulationsLeft: 2,
    evaluationsInFlight: 4,
    evaluationsLeft: 4,
  });
  assertEquals([tries, entries, publications], [[], [], []]);
});

Deno.test("a run in flight is missing from the slots that are left", async () => {
  const arena = await makeHeldArena();
  const running = arena.post(`${FAMILY}/simulations`, CANDIDATE);
  await until(() => arena.runner.waitingCount === 1);
  assertEquals((await keyOf(arena)).limits.simulationsLeft, 1);
  arena.runner.finish();
  await running;
  assertEquals((await keyOf(arena)).limits.simulationsLeft, 2);
});

Deno.test("a key sees its own tries, entries and publications, and nobody else's", async () => {
  const arena = await makeArena();
  const other = await arena.addKey();
  const body = await publication(arena);
  await expectOk(await arena.post(`${FAMILY}/leaderboard`, body), "publish");
  const entered = { candidate: CANDIDATE };
  await expectOk(await arena.post(`${FAMILY}/seasons/autumn-1/entries`, entered), "enterSeason");
  const { tries, entries, publications } = await keyOf(arena);
  assertEquals(
    tries.map(({ marketId, timeframe, evaluated }) => ({ marketId, timeframe, evaluated })),
    [{ marketId: 1, timeframe: "hourly", evaluated: 1 }],
  );
  assertEquals(entries, [{ seasonId: "autumn-1", entries: 1, limit: 5 }]);
  assertEquals(publications, [{ datasetHash: tries[0]?.datasetHash ?? "", rows: 1, limit: 20 }]);
  const others = await keyOf(arena, other);
  assertEquals([others.tries, others.entries, others.publications], [[], [], []]);
});

Deno.test("a flood of looks at a key is charged what each reads, and makes no stores", async () => {
  const arena = await makeArena({ deps: { hasStores: () => false } });
  // Whoever asked the stores here would be refused.
  arena.closeSearches();
  const { searches, entries, publications } = await keyOf(arena);
  assertEquals(searches.unitsLeft, searches.unitsPerDay);
  assertEquals([entries, publications], [[], []]);
  await inTurn(Array.from({ length: 9 }), () => keyOf(arena));
  await expectProblem(await arena.request(`${FAMILY}/key`), "COMPUTE_BUDGET_EXCEEDED");
});

Deno.test("a key is not shown without its stores, and a key without the scope sees nothing", async () => {
  const arena = await makeArena();
  const key = await arena.addKey({ scopes: ["evaluation:run"] });
  const headers = { "x-api-key": key };
  await expectProblem(await arena.request(`${FAMILY}/key`, { headers }), "SCOPE_INSUFFICIENT");
  assertEquals((await arena.post(SUMMARY, CANDIDATE)).status, 200);
  arena.closeSearches();
  await expectProblem(await arena.request(`${FAMILY}/key`), "OVERLOADED");
});
