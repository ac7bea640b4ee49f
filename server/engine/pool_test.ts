import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { FakeWorker } from "../../tests/support/workers.ts";
import { ApiError } from "../errors/api_error.ts";
import { EngineTrap } from "./engine.ts";
import { compileEngine } from "./load.ts";
import { EnginePool } from "./pool.ts";

const module = await compileEngine();

interface Setup {
  readonly pool: EnginePool;
  readonly workers: FakeWorker[];
  readonly lost: string[];
  /** Sends a job; gives what comes of it as text. */
  run(text: string): Promise<string>;
}

async function setUp(workersMax = 2, queueMax = 1): Promise<Setup> {
  const workers: FakeWorker[] = [];
  const lost: string[] = [];
  const spawn = (): FakeWorker => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const options = { workersMax, queueMax, spawn, lost: (reason: string) => lost.push(reason) };
  const starting = EnginePool.start(options, { module, datasets: [] });
  workers[0]?.say({ kind: "ready" });
  const pool = await starting;
  const run = async (text: string): Promise<string> => {
    const { bytes } = await pool.simulate(new TextEncoder().encode(text));
    return new TextDecoder().decode(bytes);
  };
  return { pool, workers, lost, run };
}

Deno.test("a pool begins with one worker and grows when a job has to wait", async () => {
  const { workers, run } = await setUp();
  assertEquals(workers.length, 1);
  const [a, b] = [run("a"), run("b")];
  assertEquals(workers.length, 2);
  workers[0]?.answer("A");
  // The first worker is free again and takes b; the second was not ready.
  workers[0]?.answer("B");
  assertEquals([await a, await b], ["A", "B"]);
  workers[1]?.say({ kind: "ready" });
  const jobs = [run("c"), run("d")];
  workers[0]?.answer("first");
  workers[1]?.answer("second");
  // The worker that was idle last is taken first: its caches are warm.
  assertEquals(await Promise.all(jobs), ["second", "first"]);
  assertEquals(workers.length, 2);
});

Deno.test("a full pool admits nothing more", async () => {
  const { pool, workers, run } = await setUp(1, 1);
  const [a, b] = [run("a"), run("b")];
  assertEquals(assertThrows(() => pool.admit(), ApiError).code, "OVERLOADED");
  assertEquals((await assertRejects(() => run("c"), ApiError)).code, "OVERLOADED");
  workers[0]?.answer("A");
  pool.admit();
  workers[0]?.answer("B");
  assertEquals([await a, await b], ["A", "B"]);
});

Deno.test("a worker whose engine broke off is replaced, and only its job fails", async () => {
  const { pool, workers, lost, run } = await setUp(1, 5);
  const [a, b] = [run("a"), run("b")];
  workers[0]?.say({ kind: "trap", reason: "unreachable" });
  await assertRejects(() => a, EngineTrap);
  assertEquals([workers[0]?.isTerminated, workers.length, lost], [true, 2, ["unreachable"]]);
  assert(pool.isAlive);
  workers[1]?.say({ kind: "ready" });
  workers[1]?.answer("B");
  assertEquals(await b, "B");
});

Deno.test("a worker that throws is replaced and does not end the process", async () => {
  const { workers, run } = await setUp(1, 5);
  const a = run("a");
  workers[0]?.fail("out of memory");
  await assertRejects(() => a, EngineTrap);
  assertEquals(workers.length, 2);
});

Deno.test("a worker that has grown too large goes after its answer", async () => {
  const { workers, run } = await setUp(1, 5);
  const a = run("a");
  const isSpent = true;
  workers[0]?.answer("A", isSpent);
  assertEquals(await a, "A");
  assertEquals([workers[0]?.isTerminated, workers.length], [true, 2]);
});

Deno.test("a pool whose last worker cannot start again refuses at once", async () => {
  const { pool, workers, run } = await setUp(1, 5);
  const [a, b] = [run("a"), run("b")];
  workers[0]?.say({ kind: "trap", reason: "unreachable" });
  workers[1]?.fail("no memory");
  await assertRejects(() => a, EngineTrap);
  assertEquals((await assertRejects(() => b, ApiError)).code, "OVERLOADED");
  assertEquals([pool.isAlive, workers.length], [false, 2]);
  assertThrows(() => pool.admit(), ApiError);
});

Deno.test("a pool does not start when its first worker cannot", async () => {
  const worker = new FakeWorker();
  const options = { workersMax: 1, queueMax: 1, spawn: () => worker, lost: () => {} };
  const starting = EnginePool.start(options, { module, datasets: [] });
  worker.fail("no such file");
  await assertRejects(() => starting, Error, "Cannot run an engine worker: no such file");
});

Deno.test("close() stops the workers; what runs fails, what waits is refused", async () => {
  const { pool, workers, run } = await setUp(1, 5);
  const [a, b] = [run("a"), run("b")];
  pool.close();
  await assertRejects(() => a, EngineTrap);
  assertEquals((await assertRejects(() => b, ApiError)).code, "OVERLOADED");
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [true]);
});
