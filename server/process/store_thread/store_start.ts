import type { Dataset } from "../../datasets/dataset.ts";
import type { Config } from "../config.ts";

/** Everything that the store thread and its thread of jobs start with. */
export interface StoreStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
  readonly config: Config;
  /** Memory of the `RecentRequests` to which searches yield. */
  readonly requests: SharedArrayBuffer;
}

/** Receives failures, for the log. */
export type Report = (sentence: string) => void;

/** Returns the number of search workers of a server; 0: other processes work on its searches. */
export function searchWorkers({ searches: { workerCount } }: Pick<Config, "searches">): number {
  return workerCount ?? navigator.hardwareConcurrency;
}
