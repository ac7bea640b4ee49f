import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "../server/base/errors.ts";
import { inTurn } from "../server/testing/in_turn.ts";
import { makePool } from "../server/testing/pool.ts";
import { run } from "../server/testing/programs.ts";
import { until } from "../server/testing/until.ts";

const spawn = (): Worker =>
  new Worker(new URL("../server/testing/hanging_worker.ts", import.meta.url), { type: "module" });

/**
 * Real threads that spin go on after the test: Deno cannot end them (denoland/deno#35657). So this
 * is a program of its own, which ends as a server does.
 */
async function main(): Promise<void> {
  const { pool, clock, run, lost, spent } = makePool({ spawn });
  await pool.open();
  assertEquals(await run("a"), "a");

  const poison = run("hang", 1, "greedy");
  await until(() => pool.stats.busy === 1);
  const behind = run("b", 1, "greedy");
  assertEquals(await run("c", 1, "modest"), "c", "a key leaves a worker to the others");
  clock.advance(5_000);
  assertEquals((await assertRejects(() => poison, ApiError)).code, "RUN_TIMEOUT");
  assertEquals(lost, ["nothing came from it for 5000 ms; its job was of the key greedy"]);
  assertEquals(await behind, "b");
  assertEquals(await inTurn(["d", "e"], (text) => run(text, 1, "modest")), ["d", "e"]);
  await until(() => pool.stats.workers === 2 && pool.isAlive);
  assertEquals(pool.stats, { queued: 0, workers: 2, busy: 0, done: 5, replaced: 1, stuck: 1 });

  // The next one leaves as many threads spinning as workers may run.
  const again = run("hang", 1, "greedy");
  await until(() => pool.stats.busy === 1);
  assertEquals([pool.isAlive, spent.count], [true, 0]);
  clock.advance(5_000);
  assertEquals((await assertRejects(() => again, ApiError)).code, "RUN_TIMEOUT");
  assertEquals([pool.isAlive, spent.count, pool.stats.stuck], [false, 1, 2]);
  assertEquals(await run("f", 1, "modest"), "f", "it answers until it is replaced");
}

if (import.meta.main) {
  await main();
  Deno.exit(0);
}

Deno.test("a pool answers other keys while engines hang, and finally asks for a new process", async () => {
  const args = ["run", "--quiet", "--no-prompt", "--allow-read", import.meta.url];
  const { code, stderr } = await run(Deno.execPath(), args);
  assertEquals(code, 0, stderr);
});
