import { assertEquals, assertRejects } from "@std/assert";
import { type FakePool, openPool } from "../testing/pool.ts";
import { ApiError } from "../base/errors.ts";
import { EngineTrap, type SimulationAnswer } from "./engine.ts";
import type { InlineBudget, PoolOptions } from "./pool.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A budget that the test controls. */
class FakeBudget implements InlineBudget {
  isFree = true;
  readonly ran: string[] = [];
  spentMs = 0;

  spend(ms: number): void {
    this.spentMs += ms;
  }
}

/** A pool with such a budget; inline runs answer in capitals and take 2 ms. */
async function openInline(
  changes: Partial<PoolOptions> = {},
): Promise<FakePool & { readonly budget: FakeBudget }> {
  const budget = new FakeBudget();
  const fake = await openPool({ inlineBudget: budget, ...changes });
  const { pool, clock } = fake;
  const answered = (text: string): SimulationAnswer => {
    clock.advance(2);
    if (text === "trap") throw new EngineTrap("no");
    budget.ran.push(text);
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
  return { ...fake, budget, run };
}

Deno.test("a light run stays on the caller's thread, and is counted", async () => {
  const { budget, pool, workers, run } = await openInline();
  assertEquals([await run("a", 1), await run("b", 2)], ["A", "B"]);
  assertEquals([budget.ran, workers[0]?.batches, pool.stats.done], [["a", "b"], [], 2]);
  await assertRejects(() => run("trap"), EngineTrap);
  assertEquals([pool.stats.done, budget.spentMs], [2, 4]);
});

Deno.test("heavy runs, evaluations and all runs of a busy thread go to a worker", async () => {
  const { budget, workers: [worker], run, evaluate } = await openInline();
  const heavy = run("a", 3);
  await worker?.answer(["1"]);
  const evaluation = evaluate("b");
  await worker?.answer(["2"]);
  budget.isFree = false;
  const light = run("c", 1);
  await worker?.answer(["3"]);
  assertEquals(await Promise.all([heavy, evaluation, light]), ["1", "2", "3"]);
  assertEquals([budget.ran, worker?.batches], [[], [["a"], ["b"], ["c"]]]);
});

Deno.test("no run overtakes a waiting run of its key, and none waits for those of other keys", async () => {
  const { budget, pool, workers: [worker], run } = await openInline({ workersMax: 1 });
  const runs = [run("a", 9, "x"), run("b", 9, "y"), run("c", 1, "y")];
  assertEquals([budget.ran, pool.stats.queued], [[], 2]);
  assertEquals(await run("d", 1, "z"), "D");
  for (const answer of ["1", "2", "3"]) await worker?.answer([answer]);
  assertEquals(await Promise.all(runs), ["1", "2", "3"]);
  assertEquals([budget.ran, worker?.batches], [["d"], [["a"], ["b"], ["c"]]]);
});

Deno.test("a light run does not wait for a busy worker while the queue is empty", async () => {
  const { run, workers: [worker] } = await openInline({ workersMax: 1 });
  const heavy = run("a", 9, "x");
  assertEquals(await run("b", 1, "y"), "B");
  await worker?.answer(["1"]);
  assertEquals(await heavy, "1");
});

Deno.test("a candidate that is refused first takes no time and does not count", async () => {
  const { budget, pool } = await openInline();
  const refused = { bytes: encoder.encode("no"), trial: null };
  assertEquals(pool.runInline("key", () => refused)?.bytes, refused.bytes);
  assertEquals([budget.spentMs, pool.stats.done], [0, 0]);
});

Deno.test("a key whose job was terminated runs nothing on the caller's thread", async () => {
  const { workers, clock, run } = await openInline({ workersMax: 1 });
  const hanging = run("hang", 9, "x");
  clock.advance(5_000);
  assertEquals((await assertRejects(() => hanging, ApiError)).code, "RUN_TIMEOUT");
  workers[1]?.ready();
  const next = run("a", 1, "x");
  await workers[1]?.answer(["1"]);
  assertEquals([await next, await run("b", 1, "y")], ["1", "B"]);
});

Deno.test("a pool that is full refuses light runs too", async () => {
  const { run } = await openInline({ workersMax: 1, queueMax: 0 });
  const heavy = run("a", 9, "x");
  heavy.catch(() => {});
  assertEquals((await assertRejects(() => run("b", 1, "y"), ApiError)).code, "OVERLOADED");
});
