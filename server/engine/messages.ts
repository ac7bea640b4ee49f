// This module is browser compatible.

import type { Dataset } from "../datasets/dataset.ts";
import type { Bytes } from "./engine.ts";
import type { Packed } from "./packed.ts";

/** What a worker needs before its first job. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
}

/** Calls for a worker: some simulations, or one evaluation. */
export type Batch =
  | { readonly kind: "simulate"; readonly requests: Packed }
  | { readonly kind: "evaluate"; readonly request: Bytes; readonly payload: Bytes };

/** What a worker is told: once what it needs, then one batch after another. */
export type ToWorker =
  | WorkerStart & {
    readonly kind: "start";
    /** Shared: the worker adds 1 when it is ready, and after every job. */
    readonly progress: Int32Array;
  }
  | Batch;

/** What a worker answers: once that it is ready, then one message per batch. */
export type FromWorker =
  | { readonly kind: "ready" }
  | {
    readonly kind: "answers";
    /** In the order of the calls; fewer than calls when the engine broke off. */
    readonly answers: Packed;
    /** Of every answer, see `SimulationAnswer`. */
    readonly dailySharpes: readonly (number | null)[];
    /** Milliseconds that the engine took for every answer. */
    readonly engineMs: readonly number[];
    /** Why the worker must go: its engine did not start, broke off, or took too much memory. */
    readonly end: string | null;
  };
