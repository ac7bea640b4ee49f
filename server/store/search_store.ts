// This module is browser compatible.

/** A search as its caller ordered it. Texts are JSON that only the room `search` reads. */
export interface NewSearch {
  readonly id: string;
  readonly keyId: string;
  /** Everything that decides its numbers. */
  readonly order: string;
  /** Candidates of all its stages, at most. */
  readonly candidates: number;
}

/** What became of a search; `queued`: nothing of it has been worked on. */
export type SearchStatus = "queued" | "running" | SearchEnd["status"] | "cancelled";

/** How a search ends by itself: with its report, or with a sentence that says why not. */
export interface SearchEnd {
  readonly status: "done" | "failed";
  readonly outcome: string;
}

/** A search in the store. Instants are milliseconds since 1970. */
export interface StoredSearch extends NewSearch {
  readonly status: SearchStatus;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** What a key may have of searches. */
export interface SearchQuota {
  /** Candidates of all searches that it has added since an instant. */
  readonly candidates: number;
  readonly since: number;
  /** Searches that have not ended. */
  readonly atOnce: number;
}

/** What a key has of searches. One that has ended counts the candidates that were run. */
export type SearchUse = Pick<SearchQuota, "candidates" | "atOnce">;

/** A search with the number of its candidates that have run. */
export interface ListedSearch extends StoredSearch {
  readonly done: number;
}

/** The searches of a key, and its use of the quota. */
export interface KeySearches {
  readonly searches: readonly ListedSearch[];
  readonly use: SearchUse;
}

/** How far a search is. */
export interface SearchProgress {
  /** Candidates that were run. */
  readonly done: number;
  /** Those of which something is there, in the order in which they began. */
  readonly stages: readonly StageProgress[];
}

/** How far a stage is. */
export interface StageProgress {
  readonly stage: string;
  /** Candidates that were run. */
  readonly count: number;
  /** The largest merit of its ranges, and the `best` of that range; null: there is none. */
  readonly merit: number | null;
  readonly best: string | null;
}

/** A part of a stage, and what it takes to run it. */
export interface NewRange {
  readonly stage: string;
  readonly from: number;
  readonly count: number;
  /** Lower runs first, so small searches overtake large ones. */
  readonly priority: number;
  readonly task: string;
}

/**
 * Work on a search: a range of a stage, or a step, which looks at what is there and says what is to
 * be done next. There is a step whenever a search goes on and no range of it is left.
 */
export type Job =
  | { readonly kind: "step"; readonly searchId: string }
  | ({ readonly kind: "range"; readonly searchId: string } & Omit<NewRange, "priority">);

/** What a range came to. */
export interface RangeResult {
  /** Candidates. */
  readonly count: number;
  readonly summary: string;
  /** By what the best of it is good, and the best; null where nothing of it can be the best. */
  readonly merit: number | null;
  readonly best: string | null;
  /** null: they are not kept. */
  readonly points: Uint8Array<ArrayBuffer> | null;
}

/** What a job came to: a range gives its result; a step gives ranges, or the end. */
export type JobOutcome =
  | { readonly kind: "result"; readonly result: RangeResult }
  | { readonly kind: "ranges"; readonly ranges: readonly NewRange[] }
  | { readonly kind: "end"; readonly end: SearchEnd };

/** The searches of all keys, for those who order them. A store may be remote: it may be slow or fail. */
export interface SearchStore {
  /**
   * Adds a search and its first step, unless the quota has no room for it.
   *
   * @returns whether it was added, and what the key has used with it, or without it
   */
  add(
    search: NewSearch,
    quota: SearchQuota,
  ): Promise<{ readonly isAdded: boolean; readonly use: SearchUse }>;
  /** Returns what a key has used since an instant. */
  used(keyId: string, since: number): Promise<SearchUse>;
  /** Returns a search; null when there is none. */
  find(id: string): Promise<StoredSearch | null>;
  /** Lists the searches of a key, newest first, and the key's use since an instant, in one query. */
  ofKey(
    keyId: string,
    options: { readonly since: number; readonly most: number },
  ): Promise<KeySearches>;
  /** Returns how a search has ended by itself; null when it has not. */
  outcome(id: string): Promise<string | null>;
  progress(id: string): Promise<SearchProgress>;
  /** Ends a search at once, and drops its jobs; false when it has ended before. */
  cancel(id: string): Promise<boolean>;
  /** Drops searches, with all results, that ended before an instant; returns how many. */
  drop(endedBefore: number): Promise<number>;
  /** Returns the first numbers of the ranges of a stage that are there, in ascending order. */
  ranges(id: string, stage: string): Promise<readonly number[]>;
  /** Returns the summary of a range; null when it is not there. */
  summary(id: string, stage: string, from: number): Promise<string | null>;
  /** Returns the points of a range; null when they were not kept. */
  points(id: string, stage: string, from: number): Promise<Uint8Array<ArrayBuffer> | null>;
}

/** How jobs are worked on. */
export interface WorkOptions {
  /** Jobs at once. */
  readonly parallel: number;
  /** Ends the work, after the jobs in hand. */
  readonly signal: AbortSignal;
  /**
   * Does a job. What it throws puts the job back, to be done later; its end is an outcome.
   *
   * @param cancelled comes when the search has ended, then the outcome is dropped
   */
  run(job: Job, cancelled: AbortSignal): Promise<JobOutcome>;
  /** Called when the store cannot be used or a job was put back, once per reason until it works again. */
  report(reason: string): void;
}

/**
 * The same searches, for those who work on them. Whatever ends a worker, its jobs are done by others;
 * what a job came to and that it is done are written together, so no result is lost or there twice.
 */
export interface SearchJobs {
  /** Does jobs, those of the lowest priority first; resolves after the signal, and rejects never. */
  work(options: WorkOptions): Promise<void>;
}
