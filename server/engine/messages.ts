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

/** What a worker is told: once what it needs, then one job after another. */
export type ToWorker = WorkerStart & { readonly kind: "start" } | Job;

/** What a worker answers: once that it is ready, then one message per job. */
export type FromWorker =
  | { readonly kind: "ready" }
  | {
    readonly kind: "answer";
    readonly answer: SimulationAnswer;
    /** Its memory has grown too large; memory never shrinks, so the worker should go. */
    readonly isSpent: boolean;
  }
  /** The engine broke off; the worker must go. */
  | { readonly kind: "trap"; readonly reason: string };
