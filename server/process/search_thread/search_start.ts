import type { Dataset } from "../../datasets/dataset.ts";
import type { SharedMemory } from "../../search/yield_to_requests.ts";
import type { SearchPlace } from "./open_searches.ts";

/** Everything that the threads of searches start with. */
export interface SearchStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
  readonly place: SearchPlace;
  /** Workers; 0: other processes work on the searches. */
  readonly workers: number;
  /** Days for which a search that has ended is kept. */
  readonly keepDays: number;
  /** Memory of the `Requests` that come before searches. */
  readonly requests: SharedMemory;
}

/** Receives failures, for the log. */
export type Report = (sentence: string) => void;
