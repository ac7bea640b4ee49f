import { assertEquals } from "@std/assert";
import { CANDIDATE, FAMILY, makeArena } from "../server/testing/arena.ts";
import { expectProblem } from "../server/testing/expect.ts";
import { openPool } from "../server/testing/pool.ts";
import { until } from "../server/testing/until.ts";

Deno.test("/readyz is 503 while every engine hangs, and 200 once one is replaced", async () => {
  const { pool, workers, clock } = await openPool({ workersMax: 2 });
  const arena = await makeArena({ runner: () => pool });
  // A summary is light, and needs no worker.
  const simulate = (): Promise<Response> => arena.post(`${FAMILY}/simulations`, CANDIDATE);
  const readiness = (): Promise<Response> => arena.request("/readyz");
  assertEquals((await readiness()).status, 200);
  const hung = [simulate(), simulate()];
  await until(() => pool.stats.workers === 2);
  clock.advance(1_000);
  workers[1]?.ready();
  await until(() => pool.stats.busy === 2);
  clock.advance(3_000);
  await expectProblem(await readiness(), "OVERLOADED");
  clock.advance(1_000);
  await expectProblem(await Promise.race(hung), "RUN_TIMEOUT");
  await expectProblem(await readiness(), "OVERLOADED");
  workers[2]?.ready();
  assertEquals((await readiness()).status, 200);
  pool.close();
  await Promise.all(hung);
});
