// This module is browser compatible.

import type {
  Job,
  JobOutcome,
  RangeResult,
  SearchEnd,
  SearchStore,
} from "../../store/search_store.ts";

/** A range as a job. */
export type RangeJob = Extract<Job, { kind: "range" }>;

/** A search in memory, of a plan or of a season. */
export interface OpenSearch {
  /** The candidates that ran and the order, which are stored if the search fails. */
  readonly unfinished: Pick<SearchEnd, "searched" | "order">;
  /**
   * Runs a range.
   *
   * @throws {Stopped} when the signal aborts
   */
  range(job: RangeJob, signal?: AbortSignal): Promise<RangeResult>;
  /**
   * Continues from the stored results, up to the next ranges or the end.
   *
   * @throws {Stopped} when the signal aborts
   */
  step(signal?: AbortSignal): Promise<JobOutcome>;
}

/** Asks the store; a failure of the store is a `StoreFailure`. */
export type AskStore = <T>(question: (store: SearchStore) => Promise<T>) => Promise<T>;

/** A store failed, or the job is for another worker: the search itself is not at fault. */
export class StoreFailure extends Error {}

/** Returns a function that asks a store. */
export function asker<S>(store: S): <T>(question: (store: S) => Promise<T>) => Promise<T> {
  return async (question) => {
    try {
      return await question(store);
    } catch (cause) {
      throw new StoreFailure("", { cause });
    }
  };
}
