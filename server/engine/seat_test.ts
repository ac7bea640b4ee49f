import { assert, assertEquals, assertRejects } from "@std/assert";
import { ManualClock } from "../../tests/support/clock.ts";
import { FakeWorker } from "../../tests/support/workers.ts";
import type { RunAnswer } from "./engine.ts";
import { compileEngine } from "./load.ts";
import { type Job, type Loss, Seat } from "./seat.ts";

const module = await compileEngine();
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What a seat told whom it was made for. */
interface Told {
  readonly answered: number[];
  readonly losses: Loss[];
  freedCount: number;
}

interface Setup {
  readonly seat: Seat;
  readonly worker: FakeWorker;
  readonly clock: ManualClock;
  readonly told: Told;
  /** Answers that came. */
  readonly answers: RunAnswer[];
  /** A simulation, of a key of the same name. */
  jobOf(name: string): Job;
  evaluationOf(name: string): Job;
}

/** Makes a seat that has 8 seconds to start and 4 for a job. */
function setUp(): Setup {
  const [worker, clock] = [new FakeWorker(), new ManualClock()];
  const told: Told = { answered: [], losses: [], freedCount: 0 };
  const answers: RunAnswer[] = [];
  const seat = new Seat(worker, {
    clock,
    start: { module, datasets: [] },
    startDeadlineMs: 8_000,
    jobDeadlineMs: 4_000,
    answered: (count) => told.answered.push(count),
    freed: () => told.freedCount++,
    lost: (loss) => told.losses.push(loss),
  });
  const jobOf = (name: string): Job => ({
    keyId: name,
    request: encoder.encode(name),
    payload: null,
    weight: 1,
    askedAtMs: clock.nowMs(),
    resolve: (answer) => answers.push(answer),
    reject: () => {},
  });
  const evaluationOf = (name: string): Job => ({
    ...jobOf(name),
    request: new Uint8Array(),
    payload: encoder.encode(name),
  });
  return { seat, worker, clock, told, answers, jobOf, evaluationOf };
}

function setUpReady(): Setup {
  const made = setUp();
  made.worker.say({ kind: "ready" });
  return made;
}

/** The names of the keys of a loss, and the rest of it. */
function plain({ culprit, rest, ...others }: Loss): unknown {
  return { ...others, culprit: culprit?.keyId ?? null, rest: rest.map(({ keyId }) => keyId) };
}

Deno.test("a seat is idle when its worker is ready and has no batch", async () => {
  const { seat, worker, told, jobOf } = setUp();
  const state = (): unknown[] => [seat.isReady, seat.isIdle, seat.batch.length, told.freedCount];
  assertEquals(state(), [false, false, 0, 0]);
  worker.say({ kind: "ready" });
  await seat.started;
  assertEquals(state(), [true, true, 0, 1]);
  seat.assign([jobOf("a"), jobOf("b")]);
  assertEquals(state(), [true, false, 2, 1]);
  worker.answer(["A", "B"]);
  assertEquals(state(), [true, true, 0, 2]);
  assertEquals([told.answered, told.losses], [[2], []]);
});

Deno.test("a worker that never starts is ended at the deadline for the start, and no sooner", async () => {
  const { seat, worker, clock, told } = setUp();
  clock.advance(7_999);
  assertEquals([worker.isTerminated, told.losses], [false, []]);
  clock.advance(1);
  assert(worker.isTerminated);
  const reason = "nothing came from it for 8000 ms";
  const loss = { reason, wasReady: false, isLate: true, culprit: null, rest: [] };
  assertEquals(told.losses.map(plain), [loss]);
  await assertRejects(() => seat.started, Error, `Cannot run an engine worker: ${reason}`);
});

Deno.test("a seat is quiet after half of the deadline, until anything is done", () => {
  const { seat, worker, clock, told, jobOf } = setUpReady();
  seat.assign([jobOf("a"), jobOf("b")]);
  // [milliseconds that pass, jobs that are done then, whether it is quiet]
  const steps: [number, number, boolean][] = [
    [1_999, 0, false],
    [1, 0, true],
    [999, 1, true], // it is seen at the next look
    [1, 0, false],
    [1_999, 0, false],
    [1, 0, true],
    [1_999, 0, true],
  ];
  for (const [index, [ms, done, isQuiet]] of steps.entries()) {
    clock.advance(ms);
    worker.advance(done);
    assertEquals(seat.isQuiet, isQuiet, `step ${index}`);
  }
  assertEquals(told.losses, []);
  clock.advance(1);
  assertEquals(told.losses.map(plain), [{
    reason: "nothing came from it for 4000 ms",
    wasReady: true,
    isLate: true,
    culprit: "b",
    rest: ["a"],
  }]);
});

Deno.test("an answer ends the quiet and the deadline, and the next batch has all of its own", () => {
  const { seat, worker, clock, told, jobOf } = setUpReady();
  seat.assign([jobOf("a")]);
  // What is done of this batch says nothing of the next.
  worker.advance(1);
  clock.advance(4_999);
  worker.answer(["A"]);
  assertEquals([seat.isQuiet, clock.pendingCount], [false, 0]);
  seat.assign([jobOf("b")]);
  assertEquals(clock.pendingCount, 1);
  clock.advance(3_999);
  assertEquals([told.losses.length, worker.isTerminated], [0, false]);
  clock.advance(1);
  assertEquals([told.losses.length, worker.isTerminated, clock.pendingCount], [1, true, 0]);
});

Deno.test("an answer says what the worker said, and how long the job waited", () => {
  const { seat, worker, clock, answers, jobOf } = setUpReady();
  const [a, b] = [jobOf("a"), jobOf("b")];
  clock.advance(100);
  seat.assign([a, { ...b, askedAtMs: 30 }]);
  clock.advance(20);
  worker.say({
    kind: "answers",
    answers: { bytes: encoder.encode("ABC"), ends: [1, 3] },
    dailySharpes: [0.5, null],
    engineMs: [4, 9],
    end: null,
  });
  assertEquals(answers.map(({ bytes, ...rest }) => [decoder.decode(bytes), rest]), [
    ["A", { dailySharpe: 0.5, engineMs: 4, queueMs: 116 }],
    ["BC", { dailySharpe: null, engineMs: 9, queueMs: 81 }],
  ]);
});

Deno.test("an evaluation is sent with its payload, simulations together", () => {
  const { seat, worker, jobOf, evaluationOf } = setUpReady();
  seat.assign([jobOf("a"), jobOf("b")]);
  worker.answer(["A", "B"]);
  seat.assign([evaluationOf("c")]);
  assertEquals(worker.received.map(({ kind }) => kind), ["start", "simulate", "evaluate"]);
  assertEquals(worker.batches, [["a", "b"], ["c"]]);
});

Deno.test("a worker that must go after some answers loses the job after them", () => {
  const { seat, worker, told, jobOf } = setUpReady();
  seat.assign(["a", "b", "c"].map(jobOf));
  worker.advance(1);
  worker.answer(["A"], "unreachable");
  assertEquals([told.answered, told.freedCount, worker.isTerminated], [[1], 1, true]);
  assertEquals(told.losses.map(plain), [
    { reason: "unreachable", wasReady: true, isLate: false, culprit: "b", rest: ["c"] },
  ]);
});

Deno.test("a worker that throws loses the job that it had in hand", () => {
  // [jobs that were done, the culprit, the rest]: after the last job it is the last.
  const cases: [number, string, string[]][] = [
    [0, "a", ["b", "c"]],
    [1, "b", ["a", "c"]],
    [2, "c", ["a", "b"]],
    [3, "c", ["a", "b"]],
  ];
  for (const [done, culprit, rest] of cases) {
    const { seat, worker, told, jobOf } = setUpReady();
    seat.assign(["a", "b", "c"].map(jobOf));
    worker.advance(done);
    worker.fail("out of memory");
    assertEquals(told.losses.map(plain), [
      { reason: "out of memory", wasReady: true, isLate: false, culprit, rest },
    ]);
  }
});

Deno.test("a worker is lost once, whatever comes after that", () => {
  const { seat, worker, clock, told, jobOf } = setUpReady();
  seat.assign([jobOf("a")]);
  worker.fail("out of memory");
  worker.fail("out of memory");
  worker.answer(["A"], "unreachable");
  clock.advance(60_000);
  assertEquals([told.losses.length, told.answered, told.freedCount], [1, [], 1]);
});

Deno.test("a closed seat gives its jobs back, and hears and says nothing more", () => {
  const { seat, worker, clock, told, jobOf } = setUpReady();
  seat.assign([jobOf("a"), jobOf("b")]);
  assertEquals(seat.close().map(({ keyId }) => keyId), ["a", "b"]);
  assertEquals([seat.isReady, seat.isIdle, seat.batch, clock.pendingCount], [false, false, [], 0]);
  assertEquals([worker.isTerminated, worker.onmessage], [true, null]);
  worker.answer(["A", "B"]);
  worker.fail("out of memory");
  assertEquals(told, { answered: [], losses: [], freedCount: 1 });
});

Deno.test("a thread is stuck that was ended, as long as it does nothing more", () => {
  const { seat, worker, clock, jobOf } = setUpReady();
  seat.assign([jobOf("a"), jobOf("b")]);
  worker.advance(1);
  assert(!seat.isStuck, "it was not ended");
  clock.advance(4_999);
  assertEquals([seat.isQuiet, seat.isStuck], [true, false]);
  clock.advance(1);
  assert(seat.isStuck);
  worker.advance(1);
  assert(!seat.isStuck);
});
