import { assertEquals, assertThrows } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { FakeWorker } from "../testing/workers.ts";
import {
  type RemoteLedger,
  type Trial,
  type TrialCounts,
  type TrialLedger,
  UNCOUNTED,
} from "../contracts/trial.ts";
import { awaitCounts, NotCounted } from "./count_cell.ts";
import type { RunAnswer } from "./engine.ts";
import { compileEngine } from "./load.ts";
import { type Job, type WorkerLoss, WorkerSlot } from "./worker_slot.ts";

const module = await compileEngine();
const TRIAL = { candidateHash: "a", datasetHash: "b", dailySharpe: 0.5 };

/** A slot whose worker the test controls, and what its callbacks were told. */
interface Setup {
  readonly slot: WorkerSlot;
  readonly worker: FakeWorker;
  readonly clock: ManualClock;
  readonly calls: { readonly answered: number[]; readonly losses: WorkerLoss[] };
  readonly answers: RunAnswer[];
  /** Returns a simulation of a key with the same name. */
  jobOf(name: string): Job;
  evaluationOf(name: string): Job;
}

/** Makes a slot whose worker is ready, with 4 seconds for a job. */
function setUpReady(): Setup {
  const [worker, clock] = [new FakeWorker(), new ManualClock()];
  const calls: Setup["calls"] = { answered: [], losses: [] };
  const answers: RunAnswer[] = [];
  const slot = new WorkerSlot(worker, {
    clock,
    start: { module, datasets: [] },
    startDeadlineMs: 8_000,
    jobDeadlineMs: 4_000,
    onAnswered: (count) => calls.answered.push(count),
    onFree: () => {},
    onLost: (loss) => calls.losses.push(loss),
  });
  const jobOf = (name: string): Job => ({
    keyId: name,
    request: new TextEncoder().encode(name),
    evaluation: null,
    weight: 1,
    askedAtMs: clock.nowMs(),
    resolve: (answer) => answers.push(answer),
    reject: () => {},
  });
  const evaluation = { payload: new Uint8Array(1), ledger: UNCOUNTED };
  worker.ready();
  const evaluationOf = (name: string): Job => ({ ...jobOf(name), evaluation });
  return { slot, worker, clock, calls, answers, jobOf, evaluationOf };
}

/** Returns the counts that a worker reads after its question. */
function asked(worker: FakeWorker): TrialCounts {
  return awaitCounts(worker.memory.cell, () => worker.tellTrial(TRIAL));
}

Deno.test("the ledger of an evaluation is asked while its worker waits", async () => {
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
  slot.assign([{ ...job, evaluation: { payload: new Uint8Array(1), ledger } }]);
  assertEquals([asked(worker), trials], [counts, [TRIAL]]);
  assertEquals([slot.isIdle, calls.answered], [false, []]);
  await worker.answer(["A"]);
  assertEquals([answers.length, calls.answered, slot.isIdle], [1, [1], true]);
});

Deno.test("an evaluation whose trial is not counted fails with the reason, and its worker stays", async () => {
  const { slot, worker, calls, answers, jobOf, evaluationOf } = setUpReady();
  const failures: unknown[] = [];
  const reason = new RangeError("out of reach");
  const reject = (error: unknown): void => void failures.push(error);
  const ledger: TrialLedger = {
    count: () => {
      throw reason;
    },
  };
  slot.assign([{
    ...evaluationOf("a"),
    reject,
    evaluation: { payload: new Uint8Array(1), ledger },
  }]);
  assertThrows(() => asked(worker), NotCounted);
  await worker.answer([""]);
  assertEquals(failures, [reason]);
  // The next job is not affected.
  slot.assign([jobOf("b")]);
  await worker.answer(["B"]);
  assertEquals([answers.length, calls.losses, worker.isTerminated], [1, [], false]);
});

Deno.test("a question is not progress, and only an evaluation can ask", () => {
  const { slot, worker, clock, calls, jobOf, evaluationOf } = setUpReady();
  slot.assign([evaluationOf("a")]);
  clock.advance(3_999);
  asked(worker);
  clock.advance(1);
  assertEquals(calls.losses.map(({ isTimeout }) => isTimeout), [true]);
  const other = setUpReady();
  other.slot.assign([jobOf("b")]);
  assertEquals(other.worker.calls.at(-1)?.callbacks, undefined);
});

Deno.test("a terminated worker is released from waiting for counts", () => {
  const { slot, worker, evaluationOf } = setUpReady();
  slot.assign([evaluationOf("a")]);
  assertThrows(() => awaitCounts(worker.memory.cell, () => slot.close()), NotCounted);
});

Deno.test("an asynchronous ledger is awaited, and its rejection fails the evaluation", async () => {
  const { slot, worker, answers, evaluationOf } = setUpReady();
  const counts = { count: 3, counted: true, sharpeCount: 5, sharpeVariance: null };
  const failures: unknown[] = [];
  const assign = (told: PromiseWithResolvers<TrialCounts>): void => {
    const ledger: RemoteLedger = { count: () => told.promise };
    const reject = (error: unknown): void => void failures.push(error);
    slot.assign([{
      ...evaluationOf("a"),
      reject,
      evaluation: { payload: new Uint8Array(1), ledger },
    }]);
  };
  /** Asks as a worker does, but reads the state before and after instead of blocking this thread. */
  const ask = async (settle: () => void): Promise<readonly number[]> => {
    const { state } = worker.memory.cell;
    Atomics.store(state, 0, 0);
    worker.tellTrial(TRIAL);
    const before = Atomics.load(state, 0);
    settle();
    await Promise.resolve();
    await Promise.resolve();
    return [before, Atomics.load(state, 0)];
  };
  const [known, unknown] = [
    Promise.withResolvers<TrialCounts>(),
    Promise.withResolvers<TrialCounts>(),
  ];
  assign(known);
  assertEquals(await ask(() => known.resolve(counts)), [0, 1]);
  assertEquals([...worker.memory.cell.numbers], [3, 1, 5, NaN]);
  await worker.answer(["A"]);
  assign(unknown);
  assertEquals(await ask(() => unknown.reject("out of reach")), [0, 2]);
  await worker.answer([""]);
  assertEquals([answers.length, failures], [1, ["out of reach"]]);
});
