import { FORMULA_VERSION } from "../contracts/engine_constants.ts";
import type { Trial, TrialCounts } from "../contracts/trial.ts";
import { ApiError } from "../base/errors.ts";
import type { Statements } from "./sqlite.ts";
import { readTried, writeTried } from "./tried_rows.ts";
import { PendingTrials } from "./pending_trials.ts";
import { toCounts } from "./trial_counts.ts";
import { candidateOf, isKept, joinTried, type Tried } from "./trials.ts";
import type { TrialStore } from "./trial_store.ts";
import type { PendingWrites } from "./write_behind.ts";

const RETRY_AFTER_MS = 1000;

/**
 * Trials in an SQLite file. A write takes a quarter of the time of a request, so what is new is kept in
 * memory and joined to the file once a second, with what other instances have written meanwhile.
 * Nothing else is kept in memory: a count reads what the file has.
 */
export class SqliteTrialStore implements TrialStore, PendingWrites {
  readonly #file: Statements;
  /** What is not written yet, by key and dataset. */
  readonly #pending = new Map<string, Map<string, PendingTrials>>();

  constructor(file: Statements) {
    this.#file = file;
  }

  record(keyId: string, { candidateHash, datasetHash, dailySharpe }: Trial): void {
    this.#pendingOf(keyId, datasetHash).record(candidateHash, dailySharpe);
  }

  count(keyId: string, trial: Trial): TrialCounts {
    const { candidateHash, datasetHash } = trial;
    const stored = this.#read(keyId, datasetHash);
    const candidate = candidateOf(candidateHash);
    const pending = this.#pendingOf(keyId, datasetHash);
    if (!isKept(stored.evaluated.kept, candidate)) pending.evaluate(candidate);
    this.record(keyId, trial);
    return toCounts(joinTried(stored, pending.tried));
  }

  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  write(): void {
    for (const [keyId, datasets] of this.#pending) {
      for (const [datasetHash, pending] of datasets) {
        const place = { keyId, datasetHash, formulaVersion: FORMULA_VERSION };
        const stored = readTried(this.#file, place);
        writeTried(this.#file, place, stored, joinTried(stored, pending.tried));
      }
    }
  }

  clear(): void {
    this.#pending.clear();
  }

  #pendingOf(keyId: string, datasetHash: string): PendingTrials {
    const datasets = this.#pending.get(keyId) ?? new Map<string, PendingTrials>();
    const pending = datasets.get(datasetHash) ?? new PendingTrials();
    if (!datasets.has(datasetHash)) this.#pending.set(keyId, datasets.set(datasetHash, pending));
    return pending;
  }

  #read(keyId: string, datasetHash: string): Tried {
    try {
      return readTried(this.#file, { keyId, datasetHash, formulaVersion: FORMULA_VERSION });
    } catch (cause) {
      throw new ApiError(
        "AUTH_UNAVAILABLE",
        "Cannot count the trials of the API key: its store is out of reach",
        { retryAfterMs: RETRY_AFTER_MS, cause },
      );
    }
  }
}
