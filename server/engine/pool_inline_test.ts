import { assertEquals, assertRejects } from "@std/assert";
import { type FakePool, openPool } from "../testing/pool.ts";
import { ApiError } from "../base/errors.ts";
import { EngineTrap, type SimulationAnswer } from "./engine.ts";
import type { PoolOptions } from "./pool.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A pool whose inline runs answer in capitals and take 2 ms; `ran` has their texts. */
async function openInline(
  changes: Partial<PoolOptions> = {},
): Promise<FakePool & { readonly ran: readonly string[] }> {
  const ran: string[] = [];
  const fake = await openPool(changes);
  const { pool, clock } = fake;
  const answered = (text: string): SimulationAnswer => {
    clock.advance(2);
    if (text === "trap") throw new EngineTrap("no");
    ran.push(text);
    return { bytes: encoder.encode(text.toUpperCase()), trial: null };
  };
  const run = async (text: string, weight = 1, keyId = "key"): Promise<string> => {
    const answer = pool.runInline(keyId, (mayRun) => {
      // The time of the check is not part of the run.
      clock.advance(1);
      pool.admit(keyId);
      return mayRun(weight) ? answered(text) : null;
    });
    if (answer === null) return await fake.run(text, weight, keyId);
    assertEquals([answer.engineMs, answer.queueMs], [2, 0]);
    return decoder.decode(answer.bytes);
  };
  return { ...fake, ran, run };
}

Deno.test("a light run stays on the caller's thread, and is counted", async () => {
  const { ran, pool, workers, run } = await openInline();
  assertEquals([await run("a", 1), await run("b", 2)], ["A", "B"]);
  assertEquals([ran, workers[0]?.batches, pool.stats.done], [["a", "b"], [], 2]);
  await assertRejects(() => run("trap"), EngineTrap);
  assertEquals(pool.stats.done, 2);
});

Deno.test("heavy runs and evaluations go to a worker", async () => {
  const { ran, workers: [worker], run, evaluate } = await openInline();
  const heavy = run("a", 3);
  await worker?.answer(["1"]);
  const evaluation = evaluate("b");
  await worker?.answer(["2"]);
  assertEquals(await Promise.all([heavy, evaluation]), ["1", "2"]);
  assertEquals([ran, worker?.batches], [[], [["a"], ["b"]]]);
});

Deno.test("no run overtakes a waiting run of its key, and none waits for those of other keys", async () => {
  const { ran, pool, workers: [worker], run } = await openInline({ workersMax: 1 });
  const runs = [run("a", 9, "x"), run("b", 9, "y"), run("c", 1, "y")];
  assertEquals([ran, pool.stats.queued], [[], 2]);
  assertEquals(await run("d", 1, "z"), "D");
  for (const answer of ["1", "2", "3"]) await worker?.answer([answer]);
  assertEquals(await Promise.all(runs), ["1", "2", "3"]);
  assertEquals([ran, worker?.batches], [["d"], [["a"], ["b"], ["c"]]]);
});

Deno.test("a light run does not wait for a busy worker while the queue is empty", async () => {
  const { run, workers: [worker] } = await openInline({ workersMax: 1 });
  const heavy = run("a", 9, "x");
  assertEquals(await run("b", 1, "y"), "B");
  await worker?.answer(["1"]);
  assertEquals(await heavy, "1");
});

Deno.test("a candidate that is refused first does not count", async () => {
  const { pool } = await openInline();
  const refused = { bytes: encoder.encode("no"), trial: null };
  assertEquals(pool.runInline("key", () => refused)?.bytes, refused.bytes);
  assertEquals(pool.stats.done, 0);
});

Deno.test("a pool that is full refuses light runs too", async () => {
  const { run } = await openInline({ workersMax: 1, queueMax: 0 });
  const heavy = run("a", 9, "x");
  heavy.catch(() => {});
  assertEquals((await assertRejects(() => run("b", 1, "y"), ApiError)).code, "OVERLOADED");
});

Deno.test("every admitted run is told, and none that is refused", async () => {
  let told = 0;
  const { pool, run } = await openInline({ workersMax: 1, queueMax: 0, onRun: () => told++ });
  pool.runInline("key", () => ({ bytes: encoder.encode("no"), trial: null }));
  assertEquals(told, 0);
  await run("a");
  assertEquals(told, 1);
  run("b", 9).catch(() => {});
  await assertRejects(() => run("c", 9), ApiError);
  assertEquals(told, 2);
});
