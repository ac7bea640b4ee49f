import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { type FakePool, openPool } from "../testing/pool.ts";
import { ApiError } from "../base/errors.ts";
import { EngineTrap } from "./engine.ts";

async function codeOf(run: Promise<string>): Promise<string> {
  return (await assertRejects(() => run, ApiError)).code;
}

/** Lets a worker run into its deadline, and readies its successor. */
function hang({ clock, workers }: FakePool): void {
  clock.advance(5_000);
  workers.at(-1)?.ready();
}

Deno.test("a job without an end is terminated at the deadline, not sooner", async () => {
  const { pool, workers, clock, lost, run } = await openPool();
  const a = run("a");
  clock.advance(4_999);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [false]);
  clock.advance(1);
  assertEquals(await codeOf(a), "RUN_TIMEOUT");
  assertEquals([workers.length, workers[0]?.isTerminated], [2, true]);
  assertEquals(lost, ["nothing came from it for 5000 ms; its job was of the key key"]);
  assertEquals(pool.stats, { queued: 0, workers: 1, busy: 0, done: 0, replaced: 1, stuck: 1 });
});

Deno.test("an answer in time ends the deadline", async () => {
  const { workers, clock, run } = await openPool({ workersMax: 1 });
  const a = run("a");
  clock.advance(4_999);
  await workers[0]?.answer(["A"]);
  assertEquals([await a, clock.pendingCount], ["A", 0]);
  clock.advance(60_000);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [false]);
});

Deno.test("the hanging job of a batch is terminated; jobs before and after it run again", async () => {
  const fake = await openPool({ workersMax: 1 });
  const { workers, clock, run } = fake;
  const first = run("a");
  const [b, c, d, e] = [run("b"), run("c"), run("d"), run("e", 8)];
  // Progress in an earlier batch does not count for this one.
  workers[0]?.advance(1);
  await workers[0]?.answer(["A"]);
  clock.advance(4_000);
  // "b" is done, its answer comes with the others; "c" has all of its own time.
  workers[0]?.advance(1);
  clock.advance(4_999);
  assertEquals(workers.length, 1);
  hang(fake);
  assertEquals(await codeOf(c), "RUN_TIMEOUT");
  await workers[1]?.answer(["B", "D"]);
  await workers[1]?.answer(["E"]);
  assertEquals(await Promise.all([first, b, d, e]), ["A", "B", "D", "E"]);
  assertEquals(workers.map(({ batches }) => batches), [
    [["a"], ["b", "c", "d"]],
    [["b", "d"], ["e"]],
  ]);
});

Deno.test("a hanging evaluation is not retried", async () => {
  const fake = await openPool({ workersMax: 1 });
  const [a, b] = [fake.evaluate("a"), fake.run("b", 1, "other")];
  hang(fake);
  assertEquals(await codeOf(a), "RUN_TIMEOUT");
  await fake.workers[1]?.answer(["B"]);
  assertEquals([await b, fake.workers[1]?.batches], ["B", [["b"]]]);
});

Deno.test("a worker that throws fails its current job, not the first of its batch", async () => {
  const { workers, run } = await openPool({ workersMax: 1 });
  const first = run("a");
  const [b, c] = [run("b"), run("c")];
  await workers[0]?.answer(["A"]);
  workers[0]?.advance(1);
  workers[0]?.fail("out of memory");
  await assertRejects(() => c, EngineTrap);
  workers[1]?.ready();
  await workers[1]?.answer(["B"]);
  assertEquals([await first, await b], ["A", "B"]);
});

Deno.test("a batch whose answers cannot be sent is not retried for ever", async () => {
  const { workers, run } = await openPool({ workersMax: 1 });
  const first = run("a");
  const jobs = [run("b"), run("c")];
  await workers[0]?.answer(["A"]);
  await first;
  for (const worker of [0, 1]) {
    workers[worker]?.advance(2);
    workers[worker]?.fail("it cannot be cloned");
    workers[worker + 1]?.ready();
  }
  await Promise.all(jobs.map((job) => assertRejects(() => job, EngineTrap)));
  assertEquals(workers[2]?.batches, []);
});

Deno.test("a pool is not alive while all its workers are silent, and recovers by itself", async () => {
  const fake = await openPool();
  const { pool, workers, clock, run } = fake;
  const jobs = [run("a", 8), run("b", 8)];
  workers[1]?.ready();
  assertEquals(workers.map(({ batches }) => batches), [[["a"]], [["b"]]]);
  clock.advance(2_499);
  assert(pool.isAlive);
  clock.advance(1);
  assert(!pool.isAlive);
  await workers[1]?.answer(["B"]);
  assertEquals([await jobs[1], pool.isAlive], ["B", true]);
  clock.advance(2_500);
  assertEquals(await codeOf(jobs[0] ?? Promise.resolve("")), "RUN_TIMEOUT");
  assert(pool.isAlive);
});

Deno.test("a pool that can grow is alive while its one worker is silent", async () => {
  const { pool, clock, run } = await openPool();
  const a = run("a");
  clock.advance(4_999);
  assert(pool.isAlive);
  pool.close();
  await assertRejects(() => a, EngineTrap);
});

Deno.test("a pool asks once for a new process when as many threads hang as workers may run", async () => {
  const fake = await openPool({ workersMax: 1 });
  const a = fake.run("a");
  assertEquals(fake.spent.count, 0);
  hang(fake);
  assertEquals(await codeOf(a), "RUN_TIMEOUT");
  assertEquals([fake.spent.count, fake.pool.isAlive], [1, false]);
  assertStringIncludes(fake.lost.at(-1) ?? "", "as many threads hang as workers may run");
  const b = fake.run("b");
  hang(fake);
  assertEquals([await codeOf(b), fake.spent.count], ["RUN_TIMEOUT", 1]);
});

Deno.test("a thread that makes progress after all does not count as hanging", async () => {
  const fake = await openPool({ workersMax: 2 });
  const a = fake.run("a");
  hang(fake);
  assertEquals(await codeOf(a), "RUN_TIMEOUT");
  assertEquals(fake.pool.stats.stuck, 1);
  fake.workers[0]?.advance(1);
  assertEquals(fake.pool.stats.stuck, 0);
});
