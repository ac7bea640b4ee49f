// This module is browser compatible.

import type { Clock } from "../base/clock.ts";
import type { RemoteLedger, Trial } from "../contracts/trial.ts";
import { Connection, type Port } from "../base/remote.ts";
import { messageOf } from "../base/errors.ts";
import { transfer } from "../base/remote_messages.ts";
import { makeCountCell, refuseCount, tellCounts } from "./count_cell.ts";
import type { Bytes, RunAnswer } from "./engine.ts";
import { type BatchAnswers, DONE, type JobService, type WorkerStart } from "./job_service.ts";
import { pack, unpack } from "./packed.ts";

/** A run whose caller waits for the answer. */
export interface Job {
  readonly keyId: string;
  readonly request: Bytes;
  /** The simulation to evaluate, and the ledger of its trial; null for a job that is a simulation. */
  readonly evaluation: { readonly payload: Bytes; readonly ledger: RemoteLedger } | null;
  readonly weight: number;
  readonly askedAtMs: number;
  readonly resolve: (answer: RunAnswer) => void;
  readonly reject: (error: unknown) => void;
}

/** The loss of a worker, and the jobs that it left. */
export interface WorkerLoss {
  readonly reason: string;
  /** Whether the worker had been ready. */
  readonly wasReady: boolean;
  /** Whether it was terminated because it made no progress within the deadline. */
  readonly isTimeout: boolean;
  /** The job that it was running; null for an idle worker. */
  readonly failedJob: Job | null;
  /** Other jobs of the batch: not run, or their answers were lost with the worker. */
  readonly unfinishedJobs: readonly Job[];
}

export interface WorkerSlotOptions {
  readonly clock: Clock;
  readonly start: WorkerStart;
  readonly startDeadlineMs: number;
  readonly jobDeadlineMs: number;
  /** Called with the number of jobs of the batch that were answered. */
  onAnswered(count: number): void;
  /** Called when the worker can take a batch. */
  onFree(): void;
  /** Called when the worker is lost. */
  onLost(loss: WorkerLoss): void;
}

/**
 * Progress checks within one deadline. A deadline is a number of checks, not an instant: a pause of
 * the whole process delays all checks and counts as one.
 */
const CHECKS_PER_DEADLINE = 4;

/**
 * A worker and the batch that it runs, in order. The worker counts finished jobs in shared memory, so
 * the slot knows which job hangs or breaks the engine without a message per job.
 */
export class WorkerSlot {
  readonly #connection: Connection<JobService>;
  readonly #options: WorkerSlotOptions;
  readonly #progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #cell = makeCountCell();
  readonly #started = Promise.withResolvers<void>();
  #batch: Job[] = [];
  #isReady = false;
  #isLost = false;
  /** Progress at the last check, and the checks since then that found the same. */
  #lastProgress = 0;
  #silentChecks = 0;
  /** Error of the ledger when it did not count the current evaluation. */
  #notCounted: { readonly thrown: unknown } | null = null;
  #cancelCheck: () => void = () => {};

  constructor(port: Port, options: WorkerSlotOptions) {
    this.#options = options;
    this.#connection = new Connection(port, {
      onLost: (reason) => {
        this.#lose({ reason, index: Atomics.load(this.#progress, DONE), isTimeout: false });
      },
    });
    // `onLost` reports the same failure to owners that do not await `started`.
    this.#started.promise.catch(() => {});
    const memory = { progress: this.#progress, cell: this.#cell };
    this.#connection.remote.run(options.start, memory, () => this.#becomeReady())
      .catch((error) => this.#connection.lose(messageOf(error)));
    this.#watch(options.startDeadlineMs);
  }

  /** Resolves when the worker is ready; rejects with the reason if it cannot start. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get isIdle(): boolean {
    return this.#isReady && this.#batch.length === 0;
  }

  /** Jobs of the worker without an answer. */
  get batch(): readonly Job[] {
    return this.#batch;
  }

  /** Whether there was no progress for half of the deadline; any run is far shorter. */
  get isSilent(): boolean {
    return this.#silentChecks >= CHECKS_PER_DEADLINE / 2;
  }

  /**
   * Whether its thread still runs although it was terminated: Deno ends a worker only between two
   * messages (denoland/deno#35657), so a hanging thread lives as long as the process.
   */
  get isStuck(): boolean {
    return this.#isLost && Atomics.load(this.#progress, DONE) === this.#lastProgress;
  }

  /** Sends a batch to the idle worker: simulations, or one evaluation, or one range of a plan. */
  assign(batch: readonly Job[]): void {
    this.#batch = [...batch];
    this.#notCounted = null;
    Atomics.store(this.#progress, DONE, 0);
    this.#send(batch).then(
      (answers) => this.#receive(answers),
      (error) => this.#lose({ reason: messageOf(error), index: 0, isTimeout: false }),
    );
    this.#watch(this.#options.jobDeadlineMs);
  }

  /** Terminates the worker; returns the jobs that it has not answered. */
  close(): readonly Job[] {
    this.#cancelCheck();
    this.#isLost = true;
    this.#isReady = false;
    this.#connection.close();
    // A thread ends between two messages, so one that waits for a count is released.
    refuseCount(this.#cell);
    return this.#batch.splice(0);
  }

  /** An evaluation has the weight of a full batch, so it is alone in its batch. */
  #send(batch: readonly Job[]): Promise<BatchAnswers> {
    const { remote } = this.#connection;
    const [{ request, evaluation } = {}] = batch;
    if (!request || !evaluation) return remote.simulate(pack(batch.map((job) => job.request)));
    const payload = transfer(evaluation.payload, [evaluation.payload.buffer]);
    return remote.evaluate(request, payload, (trial) => this.#count(trial));
  }

  #becomeReady(): void {
    this.#endWatch();
    this.#isReady = true;
    this.#started.resolve();
    this.#options.onFree();
  }

  #receive(answers: BatchAnswers): void {
    if (this.#isLost) return;
    this.#endWatch();
    this.#settle(answers);
    const { end } = answers;
    if (end !== null) return this.#lose({ reason: end, index: 0, isTimeout: false });
    this.#options.onFree();
  }

  /** Counts the current evaluation; its worker waits for the count. */
  #count(trial: Trial): void {
    const refuse = (thrown: unknown): void => {
      this.#notCounted = { thrown };
      refuseCount(this.#cell);
    };
    try {
      const [job] = this.#batch;
      if (!job?.evaluation) throw new Error("Cannot count a trial: there is no evaluation");
      const counts = job.evaluation.ledger.count(trial);
      if (!(counts instanceof Promise)) return tellCounts(this.#cell, counts);
      // The worker blocks until the count is there.
      counts.then((known) => tellCounts(this.#cell, known), refuse);
    } catch (thrown) {
      refuse(thrown);
    }
  }

  #settle({ answers, trials, columns, engineMs }: BatchAnswers): void {
    const { clock, onAnswered: answered } = this.#options;
    const nowMs = clock.nowMs();
    answered(answers.ends.length);
    unpack(answers).forEach((bytes, index) => {
      const { resolve, reject, askedAtMs = nowMs } = this.#batch.shift() ?? {};
      if (this.#notCounted !== null) return reject?.(this.#notCounted.thrown);
      const trial = trials[index] ?? null;
      const runMs = engineMs[index] ?? 0;
      const own = columns?.[index];
      const times = { engineMs: runMs, queueMs: nowMs - askedAtMs - runMs };
      resolve?.({ bytes, trial, ...times, ...own && { columns: own } });
    });
  }

  #watch(deadlineMs: number): void {
    this.#lastProgress = Atomics.load(this.#progress, DONE);
    const check = (): void => {
      const done = Atomics.load(this.#progress, DONE);
      this.#silentChecks = done === this.#lastProgress ? this.#silentChecks + 1 : 0;
      this.#lastProgress = done;
      if (this.#silentChecks < CHECKS_PER_DEADLINE) checkLater();
      else {
        const reason = `nothing came from it for ${deadlineMs} ms`;
        this.#lose({ reason, index: done, isTimeout: true });
      }
    };
    const checkLater = (): void => {
      this.#cancelCheck = this.#options.clock.after(deadlineMs / CHECKS_PER_DEADLINE, check);
    };
    checkLater();
  }

  #endWatch(): void {
    this.#cancelCheck();
    this.#silentChecks = 0;
  }

  /** @param index of the running job in the batch */
  #lose(
    { reason, index, isTimeout }: Pick<WorkerLoss, "reason" | "isTimeout"> & { index: number },
  ): void {
    if (this.#isLost) return;
    this.#started.reject(new Error(`Cannot run an engine worker: ${reason}`));
    const wasReady = this.#isReady;
    const unfinishedJobs = [...this.close()];
    // If all jobs are done and only sending failed, one must still fail, or they are retried for ever.
    const [failedJob = null] = unfinishedJobs.splice(Math.min(index, unfinishedJobs.length - 1), 1);
    this.#options.onLost({ reason, wasReady, isTimeout, failedJob, unfinishedJobs });
  }
}
