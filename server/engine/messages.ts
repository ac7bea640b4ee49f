// This module is browser compatible.

import type { Trial } from "../contracts/trial.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { CountCell } from "./count_cell.ts";
import type { Bytes } from "./engine.ts";
import type { Packed } from "./packed.ts";

/** What a worker needs before its first job. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
}

/** Place in `progress` of what the worker has done: it adds 1 when it is ready, and after every job. */
export const DONE = 0;

/** Place in `progress` of the batches that were sent to the worker. */
export const SENT = 1;

/** Calls for a worker: some simulations, one evaluation, or a range of a plan. */
export type Batch =
  | { readonly kind: "simulate"; readonly requests: Packed }
  | { readonly kind: "evaluate"; readonly request: Bytes; readonly payload: Bytes }
  /** Answered with the bytes of the columns. */
  | { readonly kind: "plan"; readonly request: Bytes };

/** Messages to a worker: first what it needs to start, then one batch after another. */
export type ToWorker =
  | WorkerStart & {
    readonly kind: "start";
    /** Shared, see `DONE` and `SENT`. */
    readonly progress: Int32Array;
    /** Shared: where the worker is told what was counted. */
    readonly cell: CountCell;
  }
  | Batch;

/** Messages of a worker: first that it is ready, then one per batch, with a question before. */
export type FromWorker =
  | { readonly kind: "ready" }
  /** The evaluation that it runs is a trial; the worker waits until it is told the count. */
  | { readonly kind: "count"; readonly trial: Trial }
  | {
    readonly kind: "answers";
    /** In the order of the calls; fewer than the calls when the engine trapped. */
    readonly answers: Packed;
    /** One per answer, see `SimulationAnswer`. */
    readonly trials: readonly (Trial | null)[];
    /** Milliseconds of engine time, one per answer. */
    readonly engineMs: readonly number[];
    /** Why the worker must be replaced: its engine did not start, trapped, or grew too large. */
    readonly end: string | null;
  };
