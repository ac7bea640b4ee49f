// This module is browser compatible.

import type { Clock } from "../clock.ts";
import type { Bytes, RunAnswer } from "./engine.ts";
import type { Batch, FromWorker, ToWorker, WorkerStart } from "./messages.ts";
import { pack, unpack } from "./packed.ts";

/** A run that somebody waits for. */
export interface Job {
  readonly keyId: string;
  readonly request: Bytes;
  /** What is to be evaluated; null: it is a simulation. */
  readonly payload: Bytes | null;
  readonly weight: number;
  readonly askedAtMs: number;
  readonly resolve: (answer: RunAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** Why a worker is gone. */
export interface Loss {
  readonly reason: string;
  /** Whether it was ready once. */
  readonly wasReady: boolean;
  /** Whether it had to be ended because nothing came from it. */
  readonly isLate: boolean;
  /** The job that it had in hand; null: none. */
  readonly culprit: Job | null;
  /** Jobs that were to come after it, or whose answers are lost with it. */
  readonly rest: readonly Job[];
}

/** What a seat is made with. */
export interface SeatOptions {
  readonly clock: Clock;
  readonly start: WorkerStart;
  readonly startDeadlineMs: number;
  readonly jobDeadlineMs: number;
  /** Is told how many jobs of its batch were answered. */
  answered(count: number): void;
  /** Is told when the worker can take a batch. */
  freed(): void;
  /** Is told when the worker is gone. */
  lost(loss: Loss): void;
}

/**
 * Looks at a worker within one deadline. The deadline is so many looks and not an instant: when the
 * whole process has stood still, that counts as one.
 */
const LOOKS = 4;

/**
 * A worker, and the batch that it works on, in order. The worker counts in shared memory what it has
 * done of the batch, so that the one job that hangs or breaks is known, without a message for each.
 */
export class Seat {
  readonly #worker: Worker;
  readonly #options: SeatOptions;
  readonly #progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  readonly #started = Promise.withResolvers<void>();
  #batch: Job[] = [];
  #isReady = false;
  #isLost = false;
  /** Progress at the last look, and looks since then that found the same. */
  #seen = 0;
  #quietLooks = 0;
  #cancelLook: () => void = () => {};

  constructor(worker: Worker, options: SeatOptions) {
    this.#worker = worker;
    this.#options = options;
    worker.onerror = (event): void => {
      // Without this the error of a worker ends the whole process.
      event.preventDefault();
      this.#lose({ reason: event.message, index: Atomics.load(this.#progress, 0), isLate: false });
    };
    worker.onmessage = ({ data: message }: MessageEvent<FromWorker>): void => {
      this.#receive(message);
    };
    // Whoever does not ask is told by `lost`.
    this.#started.promise.catch(() => {});
    this.#post({ kind: "start", progress: this.#progress, ...options.start });
    this.#watch(options.startDeadlineMs);
  }

  /** Resolves when the worker is ready; fails with the reason why it cannot start. */
  get started(): Promise<void> {
    return this.#started.promise;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get isIdle(): boolean {
    return this.#isReady && this.#batch.length === 0;
  }

  /** Jobs in hand. */
  get batch(): readonly Job[] {
    return this.#batch;
  }

  /** Whether nothing has come for half of the deadline; no run takes nearly as long. */
  get isQuiet(): boolean {
    return this.#quietLooks >= LOOKS / 2;
  }

  /**
   * Whether its thread still runs although it was ended: Deno ends a worker only between two
   * messages (denoland/deno#35657), so what hangs, hangs as long as the process.
   */
  get isStuck(): boolean {
    return this.#isLost && Atomics.load(this.#progress, 0) === this.#seen;
  }

  /** Hands a batch to the worker, which is idle: simulations, or one evaluation. */
  assign(batch: readonly Job[]): void {
    this.#batch = [...batch];
    Atomics.store(this.#progress, 0, 0);
    this.#post(toMessage(batch));
    this.#watch(this.#options.jobDeadlineMs);
  }

  /** Ends the worker; returns the jobs that it had. */
  close(): readonly Job[] {
    this.#cancelLook();
    this.#isLost = true;
    this.#isReady = false;
    this.#worker.onmessage = null;
    this.#worker.terminate();
    return this.#batch.splice(0);
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message, message.kind === "evaluate" ? [message.payload.buffer] : []);
  }

  #receive(message: FromWorker): void {
    this.#cancelLook();
    this.#quietLooks = 0;
    if (message.kind === "ready") {
      this.#isReady = true;
      this.#started.resolve();
    } else {
      this.#settle(message);
      if (message.end !== null) {
        return this.#lose({ reason: message.end, index: 0, isLate: false });
      }
    }
    this.#options.freed();
  }

  #settle({ answers, dailySharpes, engineMs }: FromWorker & { readonly kind: "answers" }): void {
    const { clock, answered } = this.#options;
    const nowMs = clock.nowMs();
    answered(answers.ends.length);
    unpack(answers).forEach((bytes, index) => {
      const { resolve, askedAtMs = nowMs } = this.#batch.shift() ?? {};
      const { [index]: dailySharpe = null } = dailySharpes;
      const { [index]: tookMs = 0 } = engineMs;
      resolve?.({ bytes, dailySharpe, engineMs: tookMs, queueMs: nowMs - askedAtMs - tookMs });
    });
  }

  #watch(deadlineMs: number): void {
    this.#seen = Atomics.load(this.#progress, 0);
    const look = (): void => {
      const done = Atomics.load(this.#progress, 0);
      this.#quietLooks = done === this.#seen ? this.#quietLooks + 1 : 0;
      this.#seen = done;
      if (this.#quietLooks < LOOKS) lookLater();
      else {
        const reason = `nothing came from it for ${deadlineMs} ms`;
        this.#lose({ reason, index: done, isLate: true });
      }
    };
    const lookLater = (): void => {
      this.#cancelLook = this.#options.clock.after(deadlineMs / LOOKS, look);
    };
    lookLater();
  }

  /** @param index the place of the job in hand */
  #lose({ reason, index, isLate }: Pick<Loss, "reason" | "isLate"> & { index: number }): void {
    if (this.#isLost) return;
    this.#started.reject(new Error(`Cannot run an engine worker: ${reason}`));
    const wasReady = this.#isReady;
    const rest = [...this.close()];
    // All may be done, and what broke is the way back: one must go, or they come again for ever.
    const [culprit = null] = rest.splice(Math.min(index, rest.length - 1), 1);
    this.#options.lost({ reason, wasReady, isLate, culprit, rest });
  }
}

/** An evaluation is as heavy as a batch may be, so it is alone in its own. */
function toMessage(batch: readonly Job[]): Batch {
  const [{ request, payload } = {}] = batch;
  if (request && payload) return { kind: "evaluate", request, payload };
  return { kind: "simulate", requests: pack(batch.map((job) => job.request)) };
}
