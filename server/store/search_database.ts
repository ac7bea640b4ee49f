// This module is browser compatible.

import type { Job, NewRange } from "./search_store.ts";
import type { Queries, Transaction } from "./sql.ts";
import type { NewTrials } from "./trial_rows.ts";

/**
 * The searches and the queue of their jobs, which a transaction changes together. The unfinished jobs
 * are the rows of `search_jobs`, with their search, their compute units and whether they are claimed.
 */
export interface SearchDatabase extends Queries {
  /** Whether other processes use the same searches, so that a worker has to poll. */
  readonly isShared: boolean;
  /**
   * Commits all of the work, or nothing.
   *
   * @throws {StoreError} when the database cannot be reached or written
   */
  transaction<T>(work: (transaction: SearchTransaction) => Promise<T>): Promise<T>;
  /**
   * Claims waiting jobs, those that come first.
   *
   * @param busyKeyIds keys whose jobs keep waiting
   */
  claim(most: number, busyKeyIds: readonly string[]): Promise<readonly JobClaim[]>;
  /** Extends claims whose jobs are still running. */
  heartbeat(claims: readonly JobClaim[]): Promise<void>;
  /**
   * Tells of searches that another process ended, until the connection is lost or the signal aborts. A
   * lost one may be opened again; meanwhile heartbeats notice the ends. While it is open, the workers
   * of this process count among those that are alive.
   */
  hearEnds(
    heard: (searchId: string) => void,
    options: { readonly workers: number; readonly signal: AbortSignal },
  ): Promise<void>;
  /** Returns the workers of all processes; null: no other process uses the searches. */
  workersAlive(): Promise<number | null>;
  /** Gives some of the space of dropped rows back to the disk, if the database does not do so itself. */
  reclaim(): Promise<void>;
  /** Ends a claim. A job that is not complete waits again. */
  release(claim: JobClaim, options: { readonly isComplete: boolean }): Promise<void>;
  close(): void | Promise<void>;
}

/** Changes searches and jobs in one transaction. */
export interface SearchTransaction extends Transaction {
  /** Adds a step of a search; steps come before all ranges. */
  addStep(search: KeySearch): Promise<void>;
  addRanges(search: KeySearch, ranges: readonly NewRange[]): Promise<void>;
  /**
   * Drops the jobs of a search, also the claimed ones, which can no longer be completed then, and tells
   * the holders of those. Returns the compute units of claimed ranges.
   */
  dropJobs(searchId: string): Promise<number>;
  /**
   * Adds the trials of a search to those of its key: in this transaction, or before it ends where the
   * trials are in another file. A transaction that fails then may leave trials without their result,
   * and the range that runs again adds nothing to them.
   */
  addTrials(trials: readonly NewTrials[]): Promise<void>;
  /** Completes a job; false when another worker has claimed it since, or the job was dropped. */
  complete(claim: JobClaim): Promise<boolean>;
}

/** A claimed job. `retryCount` is the fencing token: an earlier holder can no longer complete it. */
export interface JobClaim {
  readonly id: string;
  readonly retryCount: number;
  /** The key of the search. */
  readonly keyId: string;
  readonly job: Job;
}

export interface KeySearch {
  readonly searchId: string;
  readonly keyId: string;
}

/** A job as both queues store it; the stage of a step is empty. */
export type StoredJob = Omit<NewRange, "priority"> & { readonly searchId: string };

export function stepOf(searchId: string): StoredJob {
  return { searchId, stage: "", from: 0, count: 0, units: 0, task: "" };
}

export function toJob({ searchId, stage, from, count, units, task }: StoredJob): Job {
  if (stage === "") return { kind: "step", searchId };
  return { kind: "range", searchId, stage, from, count, units, task };
}
