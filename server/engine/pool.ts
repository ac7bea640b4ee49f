// This module is browser compatible.

import type { Clock } from "../base/clock.ts";
import type { Port } from "../base/remote.ts";
import type { RemoteLedger } from "../contracts/trial.ts";
import type { Bytes, EngineRunner, InlineRun, RunAnswer } from "./engine.ts";
import { FairQueue } from "./fair_queue.ts";
import type { WorkerStart } from "./job_service.ts";
import { type Job, type WorkerLoss, WorkerSlot } from "./worker_slot.ts";
import { overloaded, timedOut, trap } from "./run_failures.ts";
import { type SharedJob, WorkerShares } from "./worker_shares.ts";

export interface PoolOptions {
  /** Workers that may run at once; choose one per core. */
  readonly workersMax: number;
  /** Jobs that may wait for a worker. */
  readonly queueMax: number;
  /** How long a job may run before its worker is terminated. */
  readonly jobDeadlineMs: number;
  readonly clock: Clock;
  /** Makes a worker that serves jobs. */
  spawn(): Port;
  /** Called when a run is admitted. */
  onRun(): void;
  /** Called with the reason when a worker is lost, for the log. */
  onLost(reason: string): void;
  /** Called once when as many threads hang as workers may run: only a new process can help. */
  onExhausted(): void;
}

export interface PoolStats {
  /** Waiting jobs. */
  readonly queued: number;
  /** Workers, and those of them that run a batch. */
  readonly workers: number;
  readonly busy: number;
  /** Jobs answered and workers lost since the start. */
  readonly done: number;
  readonly replaced: number;
  /** Terminated threads that still run. */
  readonly stuck: number;
}

/** The runner of a process, which opens, measures and closes it. */
export type ProcessRunner = EngineRunner & Pick<EnginePool, "open" | "stats" | "close">;

/**
 * Largest weight of a batch, some milliseconds of work. Sending and receiving a message costs this
 * thread as much as the rest of a request, so waiting jobs are sent together.
 */
const BATCH_WEIGHT_MAX = 8;
/**
 * Largest weight of a run on the caller's thread. The two messages of a run that is alone in its batch
 * cost more than such a run. It needs no deadline: its steps are bounded by its bars
 * (`engine-rs/tests/effort.rs`), half a millisecond for the slowest parameters.
 */
const LIGHT_WEIGHT_MAX = 2;
/** A start takes a quarter of a second for six datasets: the engine is compiled already. */
const START_DEADLINE_MS = 30_000;
/** Delay of the next attempt when the last worker could not start. */
const RESTART_AFTER_MS = 5_000;

/**
 * Engines in workers behind a bounded queue. Creating a worker blocks this thread for 15 ms, so the
 * pool starts with one and grows when a job has to wait. A worker whose engine trapped or hangs is
 * replaced: the job that it was running fails and is not retried; all other jobs run.
 */
export class EnginePool implements EngineRunner {
  readonly #options: PoolOptions;
  readonly #start: WorkerStart;
  readonly #slots = new Set<WorkerSlot>();
  readonly #queue: FairQueue<Job>;
  readonly #shares: WorkerShares;
  /** Workers that were terminated because they made no progress. */
  #terminated: readonly WorkerSlot[] = [];
  #done = 0;
  #replaced = 0;
  #isExhausted = false;
  /** Whether no worker can run jobs: the last one could not start, or the pool is closed. */
  #isDown = false;
  #cancelRestart: () => void = () => {};

  constructor(options: PoolOptions, start: WorkerStart) {
    this.#options = options;
    this.#start = start;
    this.#queue = new FairQueue(options.queueMax);
    this.#shares = new WorkerShares(options.workersMax, options.clock);
  }

  /**
   * Starts the first worker, unless a job has; jobs wait until it is ready.
   *
   * @throws {Error} with the worker's reason when it cannot start
   */
  async open(): Promise<void> {
    const [slot = this.#spawn()] = this.#slots;
    await slot.started;
  }

  /** Before its weight is known, a job is taken for a short one. */
  admit(keyId: string, weight = 1): void {
    const mayWait = this.#queue.hasRoom(keyId);
    const isAdmitted = mayWait || (this.#findIdle() !== null && this.#mayRun({ keyId, weight }));
    if (this.#isDown || !isAdmitted) throw overloaded();
  }

  get isAlive(): boolean {
    const ready = [...this.#slots].filter(({ isReady }) => isReady);
    if (this.#isExhausted || this.#isDown) return false;
    // Until the first worker is ready, its jobs wait for it, and light runs need none.
    if (ready.length === 0) return this.#replaced === 0;
    return this.#slots.size < this.#options.workersMax ||
      ready.some(({ isSilent }) => !isSilent);
  }

  get stats(): PoolStats {
    const slots = [...this.#slots];
    return {
      queued: this.#queue.size,
      workers: slots.length,
      busy: slots.filter(({ batch }) => batch.length > 0).length,
      done: this.#done,
      replaced: this.#replaced,
      stuck: this.#countStuck(),
    };
  }

  /** An inline run counts as a run of its key, for the next turns and for the metrics. */
  runInline(keyId: string, run: InlineRun): RunAnswer | null {
    const { clock, onRun } = this.#options;
    let startMs = 0;
    let isRun = false;
    const answer = run((weight) => {
      isRun = weight <= LIGHT_WEIGHT_MAX && !this.#queue.has(keyId);
      if (isRun) onRun();
      startMs = clock.nowMs();
      return isRun;
    });
    if (answer === null) return null;
    const { bytes, trial } = answer;
    if (!isRun) return { bytes, trial, queueMs: 0, engineMs: 0 };
    const engineMs = clock.nowMs() - startMs;
    this.#shares.recordRequest(keyId);
    this.#done++;
    return { bytes, trial, queueMs: 0, engineMs };
  }

  simulate(request: Bytes, weight: number, keyId: string): Promise<RunAnswer> {
    return this.#run({ keyId, request, evaluation: null, weight });
  }

  evaluate(
    request: Bytes,
    payload: Bytes,
    keyId: string,
    ledger: RemoteLedger,
  ): Promise<RunAnswer> {
    const evaluation = { payload, ledger };
    return this.#run({ keyId, request, evaluation, weight: BATCH_WEIGHT_MAX });
  }

  /** Terminates all workers; running and waiting jobs fail. */
  close(): void {
    this.#isDown = true;
    this.#cancelRestart();
    for (const slot of this.#slots) {
      this.#slots.delete(slot);
      for (const { reject } of slot.close()) reject(trap("the pool is closed"));
    }
    this.#rejectWaiting();
  }

  #rejectWaiting(): void {
    for (const { reject } of this.#queue.takeAll()) reject(overloaded());
  }

  #run(
    job: Pick<Job, "keyId" | "request" | "evaluation" | "weight">,
  ): Promise<RunAnswer> {
    return new Promise((resolve, reject) => {
      this.#shares.recordRequest(job.keyId);
      this.admit(job.keyId, job.weight);
      this.#options.onRun();
      const askedAtMs = this.#options.clock.nowMs();
      this.#queue.push({ ...job, askedAtMs, resolve, reject });
      this.#dispatch();
    });
  }

  /** Assigns waiting jobs, in turn, while a worker is idle. */
  #dispatch(): void {
    while (this.#queue.size > 0) {
      const slot = this.#findIdle();
      if (slot === null) return this.#grow();
      const batch = this.#nextBatch();
      if (batch.length === 0) return;
      slot.assign(batch);
    }
  }

  /** Takes the next job and as many after it as the weight of a batch allows. */
  #nextBatch(): readonly Job[] {
    const batch: Job[] = [];
    for (let weight = 0; weight < BATCH_WEIGHT_MAX;) {
      const job = this.#queue.next((job) => this.#mayRun(job));
      if (job === null) break;
      weight += job.weight;
      if (batch.length > 0 && weight > BATCH_WEIGHT_MAX) break;
      this.#queue.take(job);
      batch.push(job);
    }
    return batch;
  }

  #mayRun(job: SharedJob): boolean {
    return this.#shares.mayRun(job, [...this.#slots].map(({ batch }) => batch));
  }

  #findIdle(): WorkerSlot | null {
    for (const slot of this.#slots) {
      if (slot.isIdle) return slot;
    }
    return null;
  }

  #grow(): void {
    const isStarting = [...this.#slots].some(({ isReady }) => !isReady);
    if (!isStarting && this.#slots.size < this.#options.workersMax) this.#spawn();
  }

  #spawn(): WorkerSlot {
    this.#isDown = false;
    const slot = new WorkerSlot(this.#options.spawn(), {
      clock: this.#options.clock,
      start: this.#start,
      startDeadlineMs: START_DEADLINE_MS,
      jobDeadlineMs: this.#options.jobDeadlineMs,
      onAnswered: (count) => this.#done += count,
      onFree: () => this.#dispatch(),
      onLost: (loss) => this.#replaceLost(slot, loss),
    });
    this.#slots.add(slot);
    return slot;
  }

  /**
   * Fails the job that the lost worker was running, if any, and replaces the worker. A worker that was
   * never ready is replaced after a pause, because the next one would fail in the same way.
   */
  #replaceLost(
    slot: WorkerSlot,
    { reason, wasReady, isTimeout, failedJob, unfinishedJobs }: WorkerLoss,
  ): void {
    const { onLost, jobDeadlineMs, clock } = this.#options;
    this.#slots.delete(slot);
    this.#replaced++;
    onLost(failedJob === null ? reason : `${reason}; its job was of the key ${failedJob.keyId}`);
    if (isTimeout) this.#recordTimeout(slot);
    failedJob?.reject(isTimeout ? timedOut(jobDeadlineMs) : trap(reason));
    // Only simulations share a batch; their buffers were not transferred, so they can run again.
    this.#queue.requeue(unfinishedJobs);
    if (wasReady) this.#spawn();
    else if (this.#slots.size === 0) {
      this.#isDown = true;
      this.#rejectWaiting();
      this.#cancelRestart = clock.after(RESTART_AFTER_MS, () => this.#spawn());
    }
    this.#dispatch();
  }

  #recordTimeout(slot: WorkerSlot): void {
    this.#terminated = [...this.#terminated, slot];
    if (this.#isExhausted || this.#countStuck() < this.#options.workersMax) return;
    this.#isExhausted = true;
    this.#options.onLost("as many threads hang as workers may run: only a new process can help");
    this.#options.onExhausted();
  }

  #countStuck(): number {
    this.#terminated = this.#terminated.filter(({ isStuck }) => isStuck);
    return this.#terminated.length;
  }
}
