// This module is browser compatible.

import type { Trial } from "../contracts/trial.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A search as ordered. Its texts are JSON that only `server/search` reads. */
export interface NewSearch {
  readonly id: string;
  readonly keyId: string;
  /** Everything that determines the numbers of the search. */
  readonly order: string;
  /** The most candidates that all stages run. */
  readonly candidates: number;
  /** The most compute units that it costs. */
  readonly units: number;
  /** Candidates that the key has tried elsewhere. */
  readonly tried?: readonly SearchedOn[];
}

/** The state of a search; `queued`: no job has run. */
export type SearchStatus = "queued" | "running" | SearchEnd["status"] | "cancelled";

/** The end of a search that was not cancelled: its report, or the reason of the failure. */
export interface SearchEnd {
  readonly status: "done" | "failed";
  readonly outcome: string;
  /** The candidates that have run; absent: they do not become trials of the key. */
  readonly searched?: readonly SearchedOn[];
  /** The order without what only an open search needs; absent: it stays as it is. */
  readonly order?: string;
}

/** Candidates that a search has run on the official path of a dataset. */
export interface SearchedOn {
  readonly datasetHash: string;
  /** Their identities and ratios, see `Trials`; null: all that have run are taken as distinct. */
  readonly ratios: Uint8Array | null;
}

/** A search in the store. Instants are milliseconds since 1970. */
export interface StoredSearch extends NewSearch {
  readonly status: SearchStatus;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** The limits of a key for searches. */
export interface SearchQuota {
  /** Compute units of all searches that the key has added since an instant. */
  readonly units: number;
  readonly since: number;
  /** Searches that have not ended. */
  readonly atOnce: number;
}

/** The use of a quota. A search that has ended counts the units of the ranges that have run. */
export type SearchUse = Pick<SearchQuota, "units" | "atOnce">;

/** A search with its progress. */
export interface ListedSearch extends Omit<StoredSearch, "order">, SearchDone {}

/** The part of a search that has run. */
export interface SearchDone {
  /** Candidates of the plan. */
  readonly done: number;
  /** Compute units. */
  readonly unitsDone: number;
}

/** The searches of a key, and its use of the quota. */
export interface KeySearches {
  readonly searches: readonly ListedSearch[];
  readonly use: SearchUse;
}

export interface SearchProgress extends SearchDone {
  /** Stages with results, in the order in which they began. */
  readonly stages: readonly StageProgress[];
}

export interface StageProgress {
  readonly stage: string;
  /** Candidates of the plan that have run. */
  readonly count: number;
  /** The largest merit of its ranges, and the `best` of that range; null if no candidate qualifies. */
  readonly merit: number | null;
  readonly best: string | null;
}

/** A part of a stage, with the task that runs it. */
export interface NewRange {
  readonly stage: string;
  readonly from: number;
  readonly count: number;
  /** Compute units that the range costs the key. */
  readonly units: number;
  /** Lower runs first, so small searches overtake large ones. */
  readonly priority: number;
  readonly task: string;
}

/**
 * Work on a search: a range of a stage, or a step, which reads the results and plans the next ranges.
 * A search that has not ended has a step whenever it has no range left.
 */
export type Job =
  | { readonly kind: "step"; readonly searchId: string }
  | ({ readonly kind: "range"; readonly searchId: string } & Omit<NewRange, "priority">);

export interface RangeResult {
  /** Candidates of the plan; 0 in a range of neighbours or of evaluations. */
  readonly count: number;
  /** Whatever the next step reads of the range. */
  readonly summary: Bytes;
  /** Merit of the range's best candidate, and that candidate; null if no candidate qualifies. */
  readonly merit: number | null;
  readonly best: string | null;
  /** The stored file of the points; null: the search keeps none. */
  readonly part: StoredPart | null;
  /** The candidates of a range of evaluations, which become trials of the key with the result. */
  readonly trials?: readonly Trial[];
}

/** A stored file with the points of a range. */
export interface StoredPart {
  readonly key: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface RangePart extends StoredPart {
  readonly stage: string;
  readonly from: number;
}

/** The outcome of a job: a range ends with a result, a step with ranges or the end of the search. */
export type JobOutcome =
  | { readonly kind: "result"; readonly result: RangeResult }
  | { readonly kind: "ranges"; readonly ranges: readonly NewRange[] }
  | { readonly kind: "end"; readonly end: SearchEnd };

/** The queue of all searches, for the operator. */
export interface SearchQueue {
  /** Jobs that wait for a worker. */
  readonly waiting: number;
  /** Jobs that workers hold. */
  readonly claimed: number;
  /** When the oldest search with a waiting job was added; null: no job waits. */
  readonly oldestAt: number | null;
  /** Candidates that open searches have run. */
  readonly candidates: number;
  /** Searches that have ended and are kept. */
  readonly kept: number;
}

/** Bytes that searches take in the store: their orders, reports and points. */
export interface StoredBytes {
  readonly ofKey: number;
  readonly all: number;
}

/** The outcome of adding a search. */
export interface AddedSearch {
  /** Whether it is there: the quota had room, or it was there before. */
  readonly isAdded: boolean;
  /** The order of the search that was there before; null for a new one. */
  readonly known: string | null;
  readonly use: SearchUse;
}

/** The searches of all keys, for their callers. The store may be remote, so it may be slow or fail. */
export interface SearchStore {
  /**
   * Adds a search and its first step if the quota has room. A search with a known id is not added again.
   *
   * @param signal aborts when the caller has given up; the search is not added then
   * @returns whether the search is there, since when, and the key's use of the quota afterwards
   */
  add(
    search: NewSearch,
    quota: SearchQuota,
    signal?: AbortSignal,
  ): Promise<AddedSearch>;
  /** Removes a search whose caller was refused, with its jobs and its charge. */
  withdraw(id: string): Promise<void>;
  /** Returns the use of the quota since an instant. */
  used(keyId: string, since: number): Promise<SearchUse>;
  /** Returns a search; null for an unknown id. */
  find(id: string): Promise<StoredSearch | null>;
  /** Lists the searches of a key, newest first, and the key's use since an instant, in one query. */
  ofKey(
    keyId: string,
    options: { readonly since: number; readonly most: number },
  ): Promise<KeySearches>;
  /** Returns the outcome of a search; null if it runs or was cancelled. */
  outcome(id: string): Promise<string | null>;
  progress(id: string): Promise<SearchProgress>;
  /** Returns the workers that are alive in all processes; null: only this process has any. */
  workersAlive(): Promise<number | null>;
  /**
   * Ends a search at once and drops its jobs; false if it had ended before.
   *
   * @param end what becomes trials of the key, and the order that stays
   */
  cancel(id: string, end?: Pick<SearchEnd, "searched" | "order">): Promise<boolean>;
  /** Drops searches that ended before an instant, with their results; returns their number. */
  drop(endedBefore: number): Promise<number>;
  /** Drops the points of searches that ended before an instant; returns the number of ranges. */
  dropPoints(endedBefore: number): Promise<number>;
  /** Returns the bytes that searches take in the store: of a key, and of all keys. */
  bytes(keyId: string): Promise<StoredBytes>;
  /** Returns the state of the queue of all searches. */
  queue(): Promise<SearchQueue>;
  /** Returns the first numbers of the stored ranges of a stage, ascending. */
  ranges(id: string, stage: string): Promise<readonly number[]>;
  /** Returns the summaries of ranges by their first numbers; null for a range that has not run. */
  summaries(
    id: string,
    stage: string,
    firsts: readonly number[],
  ): Promise<readonly (Bytes | null)[]>;
  /**
   * Stores a file of points, which a result then names. Without that result, as after a kill, the file
   * is removed with its search.
   *
   * @returns the key of the file
   */
  putPart(id: string, bytes: Bytes): Promise<string>;
  /** Returns the stored files of a search, those of a stage in order. */
  parts(id: string): Promise<readonly RangePart[]>;
  /** @throws {Error} when the file is missing or damaged */
  part(key: string): Promise<Bytes>;
}

/** How a worker runs jobs. */
export interface WorkOptions {
  /** Jobs at the same time; one more if some wait for workers, and a claim takes long beside a range. */
  readonly parallel: number;
  /** Ranges that run at the same time, each on a core; `parallel` by default. */
  readonly workers?: number;
  /** Ends the work after the running jobs. */
  readonly signal: AbortSignal;
  /**
   * Runs a job. A job that throws is put back and runs later; a failed search is an outcome.
   *
   * @param cancelled aborts when the search has ended; the outcome is dropped then
   */
  run(job: Job, cancelled: AbortSignal): Promise<JobOutcome>;
  /** Called when the store cannot be used or a job was put back, once per reason until it works again. */
  report(reason: string): void;
}

/**
 * The same searches, for their workers. Other workers run the jobs of a worker that ended. A job's
 * outcome and its completion are written in one transaction, so no result is lost or stored twice.
 */
export interface SearchJobs {
  /** Looks for new jobs and for searches that have ended, after another thread has changed some. */
  poll(): void;
  /** Runs jobs, lowest priority first; resolves after the signal and never rejects. */
  work(options: WorkOptions): Promise<void>;
}
