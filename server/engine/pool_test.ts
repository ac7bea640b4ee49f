import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ManualClock } from "../../tests/support/clock.ts";
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
  readonly clock: ManualClock;
  /** Sends a simulation; gives what comes of it as text. */
  run(text: string, weight?: number): Promise<string>;
  /** Sends an evaluation; gives what comes of it as text. */
  evaluate(text: string): Promise<string>;
}

async function setUp(workersMax = 2, queueMax = 9): Promise<Setup> {
  const workers: FakeWorker[] = [];
  const lost: string[] = [];
  const spawn = (): FakeWorker => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const clock = new ManualClock();
  const options = {
    workersMax,
    queueMax,
    clock,
    spawn,
    lost: (reason: string) => lost.push(reason),
  };
  const pool = new EnginePool(options, { module, datasets: [] });
  const opened = pool.open();
  workers[0]?.say({ kind: "ready" });
  await opened;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  return {
    ...{ pool, workers, lost, clock },
    run: async (text, weight = 1) => {
      return decoder.decode((await pool.simulate(encoder.encode(text), weight)).bytes);
    },
    evaluate: async (text) => {
      return decoder.decode((await pool.evaluate(new Uint8Array(), encoder.encode(text))).bytes);
    },
  };
}

Deno.test("a pool begins with one worker and grows when a job has to wait", async () => {
  const { workers, run } = await setUp();
  const [a, b] = [run("a"), run("b")];
  assertEquals(workers.map(({ batches }) => batches), [[["a"]], []]);
  workers[1]?.say({ kind: "ready" });
  assertEquals(workers.map(({ batches }) => batches), [[["a"]], [["b"]]]);
  workers[1]?.answer(["B"]);
  workers[0]?.answer(["A"]);
  assertEquals(await Promise.all([a, b]), ["A", "B"]);
});

Deno.test("what has to wait goes together, up to a weight of 8", async () => {
  const { workers, run } = await setUp(1);
  const first = run("a");
  const rest = [run("b", 3), run("c", 5), run("d"), run("e", 16), run("f")];
  workers[0]?.answer(["A"]);
  workers[0]?.answer(["B", "C"]);
  workers[0]?.answer(["D"]);
  workers[0]?.answer(["E"]);
  workers[0]?.answer(["F"]);
  assertEquals(workers[0]?.batches, [["a"], ["b", "c"], ["d"], ["e"], ["f"]]);
  assertEquals(await Promise.all([first, ...rest]), ["A", "B", "C", "D", "E", "F"]);
});

Deno.test("an answer says how long it waited and how long it ran", async () => {
  const { pool, workers, clock } = await setUp(1);
  const [a, b] = [pool.simulate(new Uint8Array(), 1), pool.simulate(new Uint8Array(), 1)];
  clock.advance(10);
  workers[0]?.answer(["A"], null, 4);
  clock.advance(5);
  workers[0]?.answer(["B"], null, 3);
  const times = (await Promise.all([a, b])).map(({ queueMs, engineMs }) => [queueMs, engineMs]);
  assertEquals(times, [[6, 4], [12, 3]]);
});

Deno.test("an evaluation goes alone", async () => {
  const { workers, run, evaluate } = await setUp(1);
  const jobs = [run("a"), run("b"), evaluate("c"), run("d")];
  for (const answer of ["A", "B", "C", "D"]) workers[0]?.answer([answer]);
  assertEquals(workers[0]?.batches, [["a"], ["b"], ["c"], ["d"]]);
  assertEquals(await Promise.all(jobs), ["A", "B", "C", "D"]);
});

Deno.test("a full pool admits nothing more", async () => {
  const { pool, workers, run } = await setUp(1, 1);
  const jobs = [run("a"), run("b")];
  assertEquals(assertThrows(() => pool.admit(), ApiError).code, "OVERLOADED");
  assertEquals((await assertRejects(() => run("c"), ApiError)).code, "OVERLOADED");
  workers[0]?.answer(["A"]);
  pool.admit();
  workers[0]?.answer(["B"]);
  assertEquals(await Promise.all(jobs), ["A", "B"]);
});

Deno.test("a pool without a queue admits what a worker can take", async () => {
  const { pool, workers, run } = await setUp(1, 0);
  const a = run("a");
  assertThrows(() => pool.admit(), ApiError);
  workers[0]?.answer(["A"]);
  assertEquals(await a, "A");
  pool.admit();
});

Deno.test("a worker whose engine broke off is replaced, and only its job fails", async () => {
  const { pool, workers, lost, run } = await setUp(1);
  const [a, b, c, d] = [run("a"), run("b"), run("c"), run("d")];
  workers[0]?.answer(["A"]);
  workers[0]?.answer(["B"], "unreachable");
  assertEquals([await a, await b], ["A", "B"]);
  await assertRejects(() => c, EngineTrap);
  assertEquals([workers[0]?.isTerminated, workers.length, lost], [true, 2, ["unreachable"]]);
  assert(!pool.isAlive);
  workers[1]?.say({ kind: "ready" });
  assert(pool.isAlive);
  workers[1]?.answer(["D"]);
  assertEquals(workers[1]?.batches, [["d"]]);
  assertEquals(await d, "D");
});

Deno.test("a worker that throws is replaced and does not end the process", async () => {
  const { workers, run } = await setUp(1);
  const a = run("a");
  workers[0]?.fail("out of memory");
  await assertRejects(() => a, EngineTrap);
  assertEquals(workers.length, 2);
});

Deno.test("a worker that has grown too large goes after its answer", async () => {
  const { workers, lost, evaluate } = await setUp(1);
  const a = evaluate("a");
  workers[0]?.answer(["A"], "too large");
  assertEquals(await a, "A");
  assertEquals([workers[0]?.isTerminated, workers.length, lost], [true, 2, ["too large"]]);
});

Deno.test("a pool whose last worker cannot start again refuses at once", async () => {
  const { pool, workers, run } = await setUp(1);
  const [a, b] = [run("a"), run("b")];
  workers[0]?.answer([], "unreachable");
  workers[1]?.fail("no memory");
  await assertRejects(() => a, EngineTrap);
  assertEquals((await assertRejects(() => b, ApiError)).code, "OVERLOADED");
  assertEquals([pool.isAlive, workers.length], [false, 2]);
  assertThrows(() => pool.admit(), ApiError);
});

Deno.test("jobs that come before the first worker is ready wait for it", async () => {
  const worker = new FakeWorker();
  const policy = { workersMax: 1, queueMax: 1, clock: new ManualClock() };
  const options = { ...policy, spawn: () => worker, lost: () => {} };
  const pool = new EnginePool(options, { module, datasets: [] });
  assertThrows(() => pool.admit(), ApiError);
  const opened = pool.open();
  const early = pool.simulate(new Uint8Array([97]), 1);
  assertEquals([pool.isAlive, worker.batches], [false, []]);
  assertThrows(() => pool.admit(), ApiError);
  worker.say({ kind: "ready" });
  await opened;
  assertEquals([pool.isAlive, worker.batches], [true, [["a"]]]);
  worker.answer(["A"]);
  await early;
});

Deno.test("a pool does not start when its first worker cannot", async () => {
  const start = (worker: FakeWorker): Promise<void> => {
    const policy = { workersMax: 1, queueMax: 1, clock: new ManualClock() };
    const options = { ...policy, spawn: () => worker, lost: () => {} };
    return new EnginePool(options, { module, datasets: [] }).open();
  };
  const [throwing, refusing] = [new FakeWorker(), new FakeWorker()];
  const [one, two] = [start(throwing), start(refusing)];
  throwing.fail("no such file");
  await assertRejects(() => one, Error, "Cannot run an engine worker: no such file");
  refusing.answer([], "no dataset");
  await assertRejects(() => two, Error, "Cannot run an engine worker: no dataset");
});

Deno.test("close() stops the workers; what runs fails, what waits is refused", async () => {
  const { pool, workers, run } = await setUp(1);
  const jobs = [run("a"), run("b")];
  pool.close();
  const errors = await Promise.all(jobs.map((job) => assertRejects(() => job, Error)));
  assertEquals(errors.map(({ name }) => name), ["EngineTrap", "ApiError"]);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [true]);
});
