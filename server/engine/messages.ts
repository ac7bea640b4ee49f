// This module is browser compatible.

import type { Dataset } from "../datasets/dataset.ts";
import type { Bytes, SimulationAnswer } from "./engine.ts";

/** What a worker needs before its first job. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
}

/** One call for a worker. */
export type Job =
  | { readonly kind: "simulate"; readonly request: Uint8Array }
  | { readonly kind: "evaluate"; readonly request: Uint8Array; readonly payload: Bytes };

/** What a worker is told: once what it needs, then one batch of jobs after another. */
export type ToWorker =
  | WorkerStart & { readonly kind: "start" }
  | { readonly kind: "jobs"; readonly jobs: readonly Job[] };

/** What a worker answers: once that it is ready, then one message per batch. */
export type FromWorker =
  | { readonly kind: "ready" }
  | {
    readonly kind: "answers";
    /** In the order of the jobs; fewer than jobs when the engine broke off. */
    readonly answers: readonly SimulationAnswer[];
    /** Why the worker must go: its engine did not start, broke off, or took too much memory. */
    readonly end: string | null;
  };
