import { UNCOUNTED } from "../contracts/trial.ts";
import type { RunAnswer } from "../engine/engine.ts";
import { compileEngine } from "../engine/load.ts";
import { type Job, type WorkerLoss, WorkerSlot } from "../engine/worker_slot.ts";
import { ManualClock } from "./clock.ts";
import { FakeWorker } from "./workers.ts";

const module = await compileEngine();
const encoder = new TextEncoder();

/** The trial of a test's runs. */
export const TRIAL = { candidateHash: "a", datasetHash: "b", dailySharpe: 0.5 };

/** The calls of a slot's callbacks. */
export interface Calls {
  readonly answered: number[];
  readonly losses: WorkerLoss[];
  freedCount: number;
}

/** A slot whose worker the test controls. */
export interface Setup {
  readonly slot: WorkerSlot;
  readonly worker: FakeWorker;
  readonly clock: ManualClock;
  readonly calls: Calls;
  /** Received answers. */
  readonly answers: RunAnswer[];
  /** Returns a simulation of a key with the same name. */
  jobOf(name: string): Job;
  evaluationOf(name: string): Job;
}

/** Makes a slot that has 8 seconds to start and 4 for a job. */
export function setUp(): Setup {
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

/** Makes a slot whose worker is ready. */
export function setUpReady(): Setup {
  const made = setUp();
  made.worker.ready();
  return made;
}
