import { assert, assertEquals, assertRejects } from "@std/assert";
import { setUp, setUpReady, TRIAL } from "../testing/slot.ts";
import type { WorkerLoss } from "./worker_slot.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A loss with the names of its keys instead of its jobs. */
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
  worker.ready();
  await slot.started;
  assertEquals(state(), [true, true, 0, 1]);
  slot.assign([jobOf("a"), jobOf("b")]);
  assertEquals(state(), [true, false, 2, 1]);
  await worker.answer(["A", "B"]);
  assertEquals(state(), [true, true, 0, 2]);
  assertEquals([calls.answered, calls.losses], [[2], []]);
});

Deno.test("a worker that never starts is terminated at the start deadline, not sooner", async () => {
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

Deno.test("a slot is silent after half of the deadline, until there is progress", () => {
  const { slot, worker, clock, calls, jobOf } = setUpReady();
  slot.assign([jobOf("a"), jobOf("b")]);
  // [milliseconds that pass, jobs done then, whether the slot is silent]
  const steps: [number, number, boolean][] = [
    [1_999, 0, false],
    [1, 0, true],
    [999, 1, true], // seen at the next check
    [1, 0, false],
    [1_999, 0, false],
    [1, 0, true],
    [1_999, 0, true],
  ];
  for (const [index, [ms, done, isSilent]] of steps.entries()) {
    clock.advance(ms);
    worker.advance(done);
    assertEquals(slot.isSilent, isSilent, `step ${index}`);
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

Deno.test("an answer ends silence and deadline, and the next batch has a full deadline", async () => {
  const { slot, worker, clock, calls, jobOf } = setUpReady();
  slot.assign([jobOf("a")]);
  // Progress in this batch does not count for the next.
  worker.advance(1);
  clock.advance(4_999);
  await worker.answer(["A"]);
  assertEquals([slot.isSilent, clock.pendingCount], [false, 0]);
  slot.assign([jobOf("b")]);
  assertEquals(clock.pendingCount, 1);
  clock.advance(3_999);
  assertEquals([calls.losses.length, worker.isTerminated], [0, false]);
  clock.advance(1);
  assertEquals([calls.losses.length, worker.isTerminated, clock.pendingCount], [1, true, 0]);
});

Deno.test("an answer has the worker's figures, and the time that the job waited", async () => {
  const { slot, worker, clock, answers, jobOf } = setUpReady();
  const [a, b] = [jobOf("a"), jobOf("b")];
  clock.advance(100);
  slot.assign([a, { ...b, askedAtMs: 30 }]);
  clock.advance(20);
  await worker.answerWith({
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

Deno.test("an evaluation is sent with its payload, simulations together", async () => {
  const { slot, worker, jobOf, evaluationOf } = setUpReady();
  slot.assign([jobOf("a"), jobOf("b")]);
  await worker.answer(["A", "B"]);
  slot.assign([evaluationOf("c")]);
  assertEquals(worker.calls.map(({ method }) => method), ["run", "simulate", "evaluate"]);
  assertEquals(worker.batches, [["a", "b"], ["c"]]);
});

Deno.test("a worker that ends after some answers fails the next job", async () => {
  const { slot, worker, calls, jobOf } = setUpReady();
  slot.assign(["a", "b", "c"].map(jobOf));
  worker.advance(1);
  await worker.answer(["A"], "unreachable");
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

Deno.test("a worker that throws fails its current job", () => {
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

Deno.test("a worker is lost only once", async () => {
  const { slot, worker, clock, calls, jobOf } = setUpReady();
  slot.assign([jobOf("a")]);
  worker.fail("out of memory");
  worker.fail("out of memory");
  await worker.answer(["A"], "unreachable");
  clock.advance(60_000);
  assertEquals([calls.losses.length, calls.answered, calls.freedCount], [1, [], 1]);
});

Deno.test("a closed slot returns its jobs, and neither receives nor reports anything", async () => {
  const { slot, worker, clock, calls, jobOf } = setUpReady();
  slot.assign([jobOf("a"), jobOf("b")]);
  assertEquals(slot.close().map(({ keyId }) => keyId), ["a", "b"]);
  assertEquals([slot.isReady, slot.isIdle, slot.batch, clock.pendingCount], [false, false, [], 0]);
  assert(worker.isTerminated);
  await worker.answer(["A", "B"]);
  worker.fail("out of memory");
  assertEquals(calls, { answered: [], losses: [], freedCount: 1 });
});

Deno.test("a terminated thread is stuck as long as it makes no progress", () => {
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
