import { assertEquals, assertRejects } from "@std/assert";
import { openPool } from "../../tests/support/pool.ts";
import { ApiError } from "../errors.ts";
import { EngineTrap } from "./engine.ts";
import type { Here } from "./pool.ts";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A thread that answers in capitals. */
class FakeHere implements Here {
  free = true;
  readonly ran: string[] = [];

  isFree(): boolean {
    return this.free;
  }

  simulate(request: Uint8Array): ReturnType<Here["simulate"]> {
    const text = decoder.decode(request);
    if (text === "trap") throw new EngineTrap("no");
    this.ran.push(text);
    return { bytes: encoder.encode(text.toUpperCase()), trial: null };
  }
}

Deno.test("a light run takes place on the caller's thread, and is counted", async () => {
  const here = new FakeHere();
  const { pool, workers, run } = await openPool({ here });
  assertEquals([await run("a", 1), await run("b", 2)], ["A", "B"]);
  assertEquals([here.ran, workers[0]?.batches, pool.stats.done], [["a", "b"], [], 2]);
  await assertRejects(() => run("trap"), EngineTrap);
  assertEquals(pool.stats.done, 2);
});

Deno.test("heavy runs, evaluations and all runs of a busy thread go to a worker", async () => {
  const here = new FakeHere();
  const { workers: [worker], run, evaluate } = await openPool({ here });
  const heavy = run("a", 3);
  worker?.answer(["1"]);
  const evaluation = evaluate("b");
  worker?.answer(["2"]);
  here.free = false;
  const light = run("c", 1);
  worker?.answer(["3"]);
  assertEquals(await Promise.all([heavy, evaluation, light]), ["1", "2", "3"]);
  assertEquals([here.ran, worker?.batches], [[], [["a"], ["b"], ["c"]]]);
});

Deno.test("nobody gets ahead of a run that waits", async () => {
  const here = new FakeHere();
  const { pool, workers: [worker], run } = await openPool({ here, workersMax: 1 });
  const runs = [run("a", 9, "x"), run("b", 9, "y"), run("c", 1, "z")];
  assertEquals([here.ran, pool.stats.queued], [[], 2]);
  worker?.answer(["1"]);
  worker?.answer(["2"]);
  worker?.answer(["3"]);
  assertEquals(await Promise.all(runs), ["1", "2", "3"]);
});

Deno.test("while a worker is busy and nothing waits, a light run need not", async () => {
  const { run, workers: [worker] } = await openPool({ here: new FakeHere(), workersMax: 1 });
  const heavy = run("a", 9, "x");
  assertEquals(await run("b", 1, "y"), "B");
  worker?.answer(["1"]);
  assertEquals(await heavy, "1");
});

Deno.test("a key whose job was terminated runs nothing on the caller's thread", async () => {
  const here = new FakeHere();
  const { workers, clock, run } = await openPool({ here, workersMax: 1 });
  const hanging = run("hang", 9, "x");
  clock.advance(5_000);
  assertEquals((await assertRejects(() => hanging, ApiError)).code, "RUN_TIMEOUT");
  workers[1]?.say({ kind: "ready" });
  const next = run("a", 1, "x");
  workers[1]?.answer(["1"]);
  assertEquals([await next, await run("b", 1, "y")], ["1", "B"]);
});

Deno.test("a pool that is full refuses light runs too", async () => {
  const { run } = await openPool({ here: new FakeHere(), workersMax: 1, queueMax: 0 });
  const heavy = run("a", 9, "x");
  heavy.catch(() => {});
  assertEquals((await assertRejects(() => run("b", 1, "y"), ApiError)).code, "OVERLOADED");
});
