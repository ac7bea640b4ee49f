import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { makePool, openPool } from "../testing/pool.ts";
import { ApiError } from "../base/errors.ts";
import { EngineTrap } from "./engine.ts";

Deno.test("a pool begins with one worker and grows when a job has to wait", async () => {
  const { workers, run } = await openPool();
  const [a, b] = [run("a"), run("b")];
  assertEquals(workers.map(({ batches }) => batches), [[["a"]], []]);
  workers[1]?.ready();
  assertEquals(workers.map(({ batches }) => batches), [[["a"]], [["b"]]]);
  await workers[1]?.answer(["B"]);
  await workers[0]?.answer(["A"]);
  assertEquals(await Promise.all([a, b]), ["A", "B"]);
});

Deno.test("a job before the pool is opened starts the first worker, and opening adds none", async () => {
  const { pool, workers, run } = makePool();
  const job = run("a");
  const opened = pool.open();
  workers[0]?.ready();
  await opened;
  await workers[0]?.answer(["A"]);
  assertEquals([await job, workers.length], ["A", 1]);
});

Deno.test("waiting jobs are sent together, up to a weight of 8", async () => {
  const { workers, run } = await openPool({ workersMax: 1 });
  const first = run("a");
  const rest = [run("b", 3), run("c", 5), run("d"), run("e", 16), run("f")];
  await workers[0]?.answer(["A"]);
  await workers[0]?.answer(["B", "C"]);
  await workers[0]?.answer(["D"]);
  await workers[0]?.answer(["E"]);
  await workers[0]?.answer(["F"]);
  assertEquals(workers[0]?.batches, [["a"], ["b", "c"], ["d"], ["e"], ["f"]]);
  assertEquals(await Promise.all([first, ...rest]), ["A", "B", "C", "D", "E", "F"]);
});

Deno.test("an answer has its queue time and its engine time", async () => {
  const { pool, workers, clock } = await openPool({ workersMax: 1 });
  const simulate = () => pool.simulate(new Uint8Array(), 1, "key");
  const [a, b] = [simulate(), simulate()];
  clock.advance(10);
  await workers[0]?.answer(["A"], null, 4);
  clock.advance(5);
  await workers[0]?.answer(["B"], null, 3);
  const times = (await Promise.all([a, b])).map(({ queueMs, engineMs }) => [queueMs, engineMs]);
  assertEquals(times, [[6, 4], [12, 3]]);
});

Deno.test("an evaluation is alone in its batch", async () => {
  const { workers, run, evaluate } = await openPool({ workersMax: 1 });
  const jobs = [run("a"), run("b"), evaluate("c"), run("d")];
  for (const answer of ["A", "B", "C", "D"]) await workers[0]?.answer([answer]);
  assertEquals(workers[0]?.batches, [["a"], ["b"], ["c"], ["d"]]);
  assertEquals(await Promise.all(jobs), ["A", "B", "C", "D"]);
});

Deno.test("a key leaves one worker free for other active keys", async () => {
  const { workers, run, evaluate } = await openPool();
  const first = [run("m", 1, "modest"), evaluate("a", "greedy")];
  workers[1]?.ready();
  await workers[0]?.answer(["M"]);
  const rest = [evaluate("b", "greedy"), run("n", 1, "modest")];
  assertEquals(workers.map(({ batches }) => batches), [[["m"], ["n"]], [["a"]]]);
  await workers[0]?.answer(["N"]);
  await workers[1]?.answer(["A"]);
  await workers[0]?.answer(["B"]);
  assertEquals(await Promise.all([...first, ...rest]), ["M", "A", "B", "N"]);
});

Deno.test("when a key loses its worker, its next job goes to an idle one at once", async () => {
  const { workers, run, evaluate } = await openPool();
  const [m, a] = [run("m", 1, "modest"), evaluate("a", "greedy")];
  workers[1]?.ready();
  await workers[0]?.answer(["M"]);
  const b = evaluate("b", "greedy");
  assertEquals(workers.map(({ batches }) => batches), [[["m"]], [["a"]]]);
  workers[1]?.fail("out of memory");
  assertEquals(workers.map(({ batches }) => batches), [[["m"], ["b"]], [["a"]], []]);
  await assertRejects(() => a, EngineTrap);
  await workers[0]?.answer(["B"]);
  assertEquals(await Promise.all([m, b]), ["M", "B"]);
});

Deno.test("a full pool admits no more jobs", async () => {
  const { pool, workers, run } = await openPool({ workersMax: 1, queueMax: 1 });
  const jobs = [run("a"), run("b")];
  assertEquals(assertThrows(() => pool.admit("key"), ApiError).code, "OVERLOADED");
  const { code, context } = await assertRejects(() => run("c"), ApiError);
  assertEquals([code, context.retryAfterMs], ["OVERLOADED", 1000]);
  await workers[0]?.answer(["A"]);
  pool.admit("key");
  await workers[0]?.answer(["B"]);
  assertEquals(await Promise.all(jobs), ["A", "B"]);
});

Deno.test("a pool without a queue admits a job for an idle worker", async () => {
  const { pool, workers, run } = await openPool({ workersMax: 1, queueMax: 0 });
  const a = run("a");
  assertThrows(() => pool.admit("key"), ApiError);
  await workers[0]?.answer(["A"]);
  assertEquals(await a, "A");
  pool.admit("key");
});

Deno.test("a worker whose engine trapped is replaced, and only its current job fails", async () => {
  const { pool, workers, lost, run } = await openPool({ workersMax: 1 });
  const [a, b, c, d] = [run("a"), run("b"), run("c"), run("d")];
  await workers[0]?.answer(["A"]);
  await workers[0]?.answer(["B"], "unreachable");
  assertEquals([await a, await b], ["A", "B"]);
  await assertRejects(() => c, EngineTrap);
  assertEquals([workers[0]?.isTerminated, workers.length, lost], [true, 2, [
    "unreachable; its job was of the key key",
  ]]);
  assert(!pool.isAlive);
  workers[1]?.ready();
  assert(pool.isAlive);
  await workers[1]?.answer(["D"]);
  assertEquals(workers[1]?.batches, [["d"]]);
  assertEquals(await d, "D");
});

Deno.test("a worker that has grown too large is replaced after its answer", async () => {
  const { workers, lost, evaluate } = await openPool({ workersMax: 1 });
  const a = evaluate("a");
  await workers[0]?.answer(["A"], "too large");
  assertEquals(await a, "A");
  assertEquals([workers[0]?.isTerminated, workers.length, lost], [true, 2, ["too large"]]);
});

Deno.test("a pool whose last worker cannot restart refuses jobs at once, and tries again later", async () => {
  const { pool, workers, run, clock } = await openPool({ workersMax: 1 });
  const [a, b] = [run("a"), run("b")];
  await workers[0]?.answer([], "unreachable");
  workers[1]?.fail("no memory");
  await assertRejects(() => a, EngineTrap);
  assertEquals((await assertRejects(() => b, ApiError)).code, "OVERLOADED");
  assertEquals([pool.isAlive, workers.length], [false, 2]);
  assertThrows(() => pool.admit("key"), ApiError);
  clock.advance(4_999);
  assertEquals(workers.length, 2);
  clock.advance(1);
  assertEquals(workers.length, 3);
  workers[2]?.ready();
  const c = run("c");
  await workers[2]?.answer(["C"]);
  assertEquals([await c, pool.isAlive], ["C", true]);
});

Deno.test("jobs before the first worker is ready wait for it", async () => {
  const { pool, workers, run } = makePool({ workersMax: 1, queueMax: 1 });
  const opened = pool.open();
  const early = run("a");
  assertEquals([pool.isAlive, workers[0]?.batches], [true, []]);
  assertThrows(() => pool.admit("key"), ApiError);
  workers[0]?.ready();
  await opened;
  assertEquals([pool.isAlive, workers[0]?.batches], [true, [["a"]]]);
  await workers[0]?.answer(["A"]);
  assertEquals(await early, "A");
});

Deno.test("a pool does not start when its first worker cannot", async () => {
  const [throwing, refusing, silent] = [makePool(), makePool(), makePool()];
  const [one, two, three] = [throwing.pool.open(), refusing.pool.open(), silent.pool.open()];
  throwing.workers[0]?.fail("no such file");
  await assertRejects(() => one, Error, "Cannot run an engine worker: no such file");
  await refusing.workers[0]?.breakOff("no dataset");
  await assertRejects(() => two, Error, "Cannot run an engine worker: no dataset");
  silent.clock.advance(30_000);
  await assertRejects(() => three, Error, "nothing came from it for 30000 ms");
});

Deno.test("close() terminates the workers; running jobs fail, waiting jobs are refused", async () => {
  const { pool, workers, run } = await openPool({ workersMax: 1 });
  const jobs = [run("a"), run("b")];
  pool.close();
  const errors = await Promise.all(jobs.map((job) => assertRejects(() => job, Error)));
  assertEquals(errors.map(({ name }) => name), ["EngineTrap", "ApiError"]);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [true]);
});

Deno.test("a closed pool runs no jobs", async () => {
  const { pool, workers, clock, run } = await openPool({ workersMax: 1 });
  pool.close();
  assertEquals((await assertRejects(() => run("a"), ApiError)).code, "OVERLOADED");
  assertEquals([pool.isAlive, pool.stats.workers, clock.pendingCount], [false, 0, 0]);
  assertEquals(workers.map(({ batches }) => batches), [[]]);
});

Deno.test("a pool that is closed before its next attempt starts no worker", () => {
  const { pool, workers, clock } = makePool({ workersMax: 1 });
  pool.open().catch(() => {});
  workers[0]?.fail("no memory");
  assertEquals([workers.length, clock.pendingCount], [1, 1]);
  pool.close();
  assertEquals(clock.pendingCount, 0);
  clock.advance(60_000);
  assertEquals(workers.length, 1);
});

Deno.test("stats count waiting, running and finished jobs, and replaced workers", async () => {
  const { pool, workers, run } = await openPool({ queueMax: 9 });
  const stats = (): number[] => {
    const { queued, workers: count, busy, done, replaced, stuck } = pool.stats;
    return [queued, count, busy, done, replaced, stuck];
  };
  assertEquals(stats(), [0, 1, 0, 0, 0, 0]);
  const jobs = [run("a"), run("b", 8), run("c", 8)];
  assertEquals(stats(), [2, 2, 1, 0, 0, 0]);
  workers[1]?.ready();
  assertEquals(stats(), [1, 2, 2, 0, 0, 0]);
  await workers[0]?.answer(["A"]);
  assertEquals(stats(), [0, 2, 2, 1, 0, 0]);
  await workers[1]?.answer(["B"], "too large");
  assertEquals(stats(), [0, 2, 1, 2, 1, 0]);
  await workers[0]?.answer(["C"]);
  assertEquals(stats(), [0, 2, 0, 3, 1, 0]);
  assertEquals(await Promise.all(jobs), ["A", "B", "C"]);
});
