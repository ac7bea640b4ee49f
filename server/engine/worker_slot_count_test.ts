import { assertEquals, assertThrows } from "@std/assert";
import { setUpReady, TRIAL } from "../../tests/support/slot.ts";
import type { FakeWorker } from "../../tests/support/workers.ts";
import type { Trial, TrialCounts, TrialLedger } from "../contracts/trial.ts";
import { awaitCounts, NotCounted } from "./count_cell.ts";

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
  slot.assign([{ ...job, evaluation: { payload: new Uint8Array(1), ledger } }]);
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
  slot.assign([{
    ...evaluationOf("a"),
    reject,
    evaluation: { payload: new Uint8Array(1), ledger },
  }]);
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
