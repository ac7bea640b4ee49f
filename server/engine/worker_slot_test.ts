import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { ManualClock } from "../../tests/support/clock.ts";
import { FakeWorker } from "../../tests/support/workers.ts";
import { type Trial, type TrialCounts, type TrialLedger, UNCOUNTED } from "../contracts/trial.ts";
import { awaitCounts, NotCounted } from "./count_cell.ts";
import type { RunAnswer } from "./engine.ts";
import { compileEngine } from "./load.ts";
import { type Job, type WorkerLoss, WorkerSlot } from "./worker_slot.ts";

const module = await compileEngine();
const TRIAL = { candidateHash: "a", datasetHash: "b", dailySharpe: 0.5 };
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The calls of a slot's callbacks. */
interface Calls {
  readonly answered: number[];
  readonly losses: WorkerLoss[];
  freedCount: number;
}

interface Setup {
  readonly slot: WorkerSlot;
  readonly worker: FakeWorker;
  readonly clock: ManualClock;
  readonly calls: Calls;
  /** Answers that came. */
  readonly answers: RunAnswer[];
  /** A simulation, of a key of the same name. */
  jobOf(name: string): Job;
  evaluationOf(name: string): Job;
}

/** Makes a slot that has 8 seconds to start and 4 for a job. */
function setUp(): Setup {
  const [worker, clock] = [new FakeWorker(), new ManualClock()];
  const calls: Calls = { answered: [], losses: [], freedCount: 0 };
  const answers: RunAnswer[] = [];
  const slot = new WorkerSlot(worker, {
    clock,
    start: { module, datasets: [] },
    startDeadlineMs: 8_000,
    jobDeadlineMs: 4_000,
    onAnswered: (count) => calls.answered.push(count),
    onFree: () => calls.freedCount++,
    onLost: (loss) => calls.losses.push(loss),
  });
  const jobOf = (name: string): Job => ({
    keyId: name,
    request: encoder.encode(name),
    evaluation: null,
    weight: 1,
    askedAtMs: clock.nowMs(),
    resolve: (answer) => answers.push(answer),
    reject: () => {},
  });
  const evaluationOf = (name: string): Job => ({
    ...jobOf(name),
    request: new Uint8Array(),
    evaluation: { payload: encoder.encode(name), ledger: UNCOUNTED },
  });
  return { slot, worker, clock, calls, answers, jobOf, evaluationOf };
}

function setUpReady(): Setup {
  const made = setUp();
  made.worker.say({ kind: "ready" });
  return made;
}

/** The names of the keys of a loss, and the rest of it. */
function plain({ failedJob, unfinishedJobs, ...others }: WorkerLoss): unknown {
  return {
    ...others,
    failedJob: failedJob?.keyId ?? null,
    unfinishedJobs: unfinishedJobs.map(({ keyId }) => keyId),
  };
}

Deno.test("a slot is idle when its worker is ready and has no batch", async () => {
  const { slot, worker, calls, jobOf } = setUp();
  const state = (): unknown[] => [slot.isReady, slot.isIdle, slot.batch.length, calls.freedCount];
  assertEquals(state(), [false, false, 0, 0]);
  worker.say({ kind: "ready" });
  await slot.started;
  assertEquals(state(), [true, true, 0, 1]);
  slot.assign([jobOf("a"), jobOf("b")]);
  assertEquals(state(), [true, false, 2, 1]);
  worker.answer(["A", "B"]);
  assertEquals(state(), [true, true, 0, 2]);
  assertEquals([calls.answered, calls.losses], [[2], []]);
});

Deno.test("a worker that never starts is ended at the deadline for the start, and no sooner", async () => {
  const { slot, worker, clock, calls } = setUp();
  clock.advance(7_999);
  assertEquals([worker.isTerminated, calls.losses], [false, []]);
  clock.advance(1);
  assert(worker.isTerminated);
  const reason = "nothing came from it for 8000 ms";
  const loss = { reason, wasReady: false, isTimeout: true, failedJob: null, unfinishedJobs: [] };
  assertEquals(calls.losses.map(plain), [loss]);
  await assertRejects(() => slot.started, Error, `Cannot run an engine worker: ${reason}`);
});

Deno.test("a slot is quiet after half of the deadline, until anything is done", () => {
  const { slot, worker, clock, calls, jobOf } = setUpReady();
  slot.assign([jobOf("a"), jobOf("b")]);
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
    assertEquals(slot.isSilent, isQuiet, `step ${index}`);
  }
  assertEquals(calls.losses, []);
  clock.advance(1);
  assertEquals(calls.losses.map(plain), [{
    reason: "nothing came from it for 4000 ms",
    wasReady: true,
    isTimeout: true,
    failedJob: "b",
    unfinishedJobs: ["a"],
  }]);
});

Deno.test("an answer ends the quiet and the deadline, and the next batch has all of its own", () => {
  const { slot, worker, clock, calls, jobOf } = setUpReady();
  slot.assign([jobOf("a")]);
  // What is done of this batch says nothing of the next.
  worker.advance(1);
  clock.advance(4_999);
  worker.answer(["A"]);
  assertEquals([slot.isSilent, clock.pendingCount], [false, 0]);
  slot.assign([jobOf("b")]);
  assertEquals(clock.pendingCount, 1);
  clock.advance(3_999);
  assertEquals([calls.losses.length, worker.isTerminated], [0, false]);
  clock.advance(1);
  assertEquals([calls.losses.length, worker.isTerminated, clock.pendingCount], [1, true, 0]);
});

Deno.test("an answer says what the worker said, and how long the job waited", () => {
  const { slot, worker, clock, answers, jobOf } = setUpReady();
  const [a, b] = [jobOf("a"), jobOf("b")];
  clock.advance(100);
  slot.assign([a, { ...b, askedAtMs: 30 }]);
  clock.advance(20);
  worker.say({
    kind: "answers",
    answers: { bytes: encoder.encode("ABC"), ends: [1, 3] },
    trials: [TRIAL, null],
    engineMs: [4, 9],
    end: null,
  });
  assertEquals(answers.map(({ bytes, ...rest }) => [decoder.decode(bytes), rest]), [
    ["A", { trial: TRIAL, engineMs: 4, queueMs: 116 }],
    ["BC", { trial: null, engineMs: 9, queueMs: 81 }],
  ]);
});

Deno.test("an evaluation is sent with its payload, simulations together", () => {
  const { slot, worker, jobOf, evaluationOf } = setUpReady();
  slot.assign([jobOf("a"), jobOf("b")]);
  worker.answer(["A", "B"]);
  slot.assign([evaluationOf("c")]);
  assertEquals(worker.received.map(({ kind }) => kind), ["start", "simulate", "evaluate"]);
  assertEquals(worker.batches, [["a", "b"], ["c"]]);
});

/** Returns what a worker is told when it asks, as it would read it. */
function asked(worker: FakeWorker): TrialCounts {
  const [start] = worker.received;
  if (start?.kind !== "start") throw new Error("it was not started");
  return awaitCounts(start.cell, () => worker.say({ kind: "count", trial: TRIAL }));
}

Deno.test("the ledger of an evaluation is asked while its worker waits", () => {
  const { slot, worker, calls, answers, evaluationOf } = setUpReady();
  const trials: Trial[] = [];
  const job = evaluationOf("a");
  const counts = { count: 3, counted: true, sharpeCount: 5, sharpeVariance: 0.5 };
  const ledger: TrialLedger = {
    count: (trial) => {
      trials.push(trial);
      return counts;
    },
  };
  slot.assign([{ ...job, evaluation: { payload: encoder.encode("a"), ledger } }]);
  assertEquals([asked(worker), trials], [counts, [TRIAL]]);
  assertEquals([slot.isIdle, calls.answered], [false, []]);
  worker.answer(["A"]);
  assertEquals([answers.length, calls.answered, slot.isIdle], [1, [1], true]);
});

Deno.test("an evaluation that is not counted fails with the reason, and its worker stays", () => {
  const { slot, worker, calls, answers, jobOf, evaluationOf } = setUpReady();
  const failures: unknown[] = [];
  const reason = new RangeError("out of reach");
  const reject = (error: unknown): void => void failures.push(error);
  const ledger: TrialLedger = {
    count: () => {
      throw reason;
    },
  };
  slot.assign([{ ...evaluationOf("a"), reject, evaluation: { payload: new Uint8Array(1), ledger } }]);
  assertThrows(() => asked(worker), NotCounted);
  worker.answer([""]);
  assertEquals(failures, [reason]);
  // The next job knows nothing of it.
  slot.assign([jobOf("b")]);
  worker.answer(["B"]);
  assertEquals([answers.length, calls.losses, worker.isTerminated], [1, [], false]);
});

Deno.test("a question is no progress, and nobody who has no evaluation is counted", () => {
  const { slot, worker, clock, calls, jobOf, evaluationOf } = setUpReady();
  slot.assign([evaluationOf("a")]);
  clock.advance(3_999);
  asked(worker);
  clock.advance(1);
  assertEquals(calls.losses.map(({ isTimeout }) => isTimeout), [true]);
  const other = setUpReady();
  other.slot.assign([jobOf("b")]);
  assertThrows(() => asked(other.worker), NotCounted);
});

Deno.test("a worker that waits for a count goes on when it is ended", () => {
  const { slot, worker, evaluationOf } = setUpReady();
  slot.assign([evaluationOf("a")]);
  const [start] = worker.received;
  if (start?.kind !== "start") throw new Error("it was not started");
  assertThrows(() => awaitCounts(start.cell, () => slot.close()), NotCounted);
});

Deno.test("a worker that must go after some answers loses the job after them", () => {
  const { slot, worker, calls, jobOf } = setUpReady();
  slot.assign(["a", "b", "c"].map(jobOf));
  worker.advance(1);
  worker.answer(["A"], "unreachable");
  assertEquals([calls.answered, calls.freedCount, worker.isTerminated], [[1], 1, true]);
  assertEquals(calls.losses.map(plain), [
    {
      reason: "unreachable",
      wasReady: true,
      isTimeout: false,
      failedJob: "b",
      unfinishedJobs: ["c"],
    },
  ]);
});

Deno.test("a worker that throws loses the job that it had in hand", () => {
  // [jobs that were done, the failed job, the unfinished]: after the last job it is the last.
  const cases: [number, string, string[]][] = [
    [0, "a", ["b", "c"]],
    [1, "b", ["a", "c"]],
    [2, "c", ["a", "b"]],
    [3, "c", ["a", "b"]],
  ];
  for (const [done, failedJob, unfinishedJobs] of cases) {
    const { slot, worker, calls, jobOf } = setUpReady();
    slot.assign(["a", "b", "c"].map(jobOf));
    worker.advance(done);
    worker.fail("out of memory");
    assertEquals(calls.losses.map(plain), [
      { reason: "out of memory", wasReady: true, isTimeout: false, failedJob, unfinishedJobs },
    ]);
  }
});

Deno.test("a worker is lost once, whatever comes after that", () => {
  const { slot, worker, clock, calls, jobOf } = setUpReady();
  slot.assign([jobOf("a")]);
  worker.fail("out of memory");
  worker.fail("out of memory");
  worker.answer(["A"], "unreachable");
  clock.advance(60_000);
  assertEquals([calls.losses.length, calls.answered, calls.freedCount], [1, [], 1]);
});

Deno.test("a closed slot gives its jobs back, and hears and says nothing more", () => {
  const { slot, worker, clock, calls, jobOf } = setUpReady();
  slot.assign([jobOf("a"), jobOf("b")]);
  assertEquals(slot.close().map(({ keyId }) => keyId), ["a", "b"]);
  assertEquals([slot.isReady, slot.isIdle, slot.batch, clock.pendingCount], [false, false, [], 0]);
  assertEquals([worker.isTerminated, worker.onmessage], [true, null]);
  worker.answer(["A", "B"]);
  worker.fail("out of memory");
  assertEquals(calls, { answered: [], losses: [], freedCount: 1 });
});

Deno.test("a thread is stuck that was ended, as long as it does nothing more", () => {
  const { slot, worker, clock, jobOf } = setUpReady();
  slot.assign([jobOf("a"), jobOf("b")]);
  worker.advance(1);
  assert(!slot.isStuck, "it was not ended");
  clock.advance(4_999);
  assertEquals([slot.isSilent, slot.isStuck], [true, false]);
  clock.advance(1);
  assert(slot.isStuck);
  worker.advance(1);
  assert(!slot.isStuck);
});
