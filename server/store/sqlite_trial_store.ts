import { ApiError } from "../errors.ts";
import type { TrialStore } from "./trial_store.ts";
import { addTrial, joinTrials, NO_TRIALS, type Trials } from "./trials.ts";
import type { Row, Statements } from "./sqlite.ts";
import type { PendingWrites } from "./write_behind.ts";

const RETRY_AFTER_MS = 1000;

/**
 * Trials in an SQLite file. A write takes a quarter of the time of a request, so new trials are kept in
 * memory and added to the file together.
 */
export class SqliteTrialStore implements TrialStore, PendingWrites {
  readonly #file: Statements;
  /** Trials that are not written yet, by key and market. */
  readonly #pending = new Map<string, Map<number, Trials>>();

  constructor(file: Statements) {
    this.#file = file;
  }

  record(keyId: string, marketId: number, dailySharpe: number | null): void {
    const markets = this.#pending.get(keyId) ?? new Map<number, Trials>();
    markets.set(marketId, addTrial(markets.get(marketId) ?? NO_TRIALS, dailySharpe));
    this.#pending.set(keyId, markets);
  }

  of(keyId: string): ReadonlyMap<number, Trials> {
    try {
      return this.#read(keyId);
    } catch (cause) {
      throw new ApiError(
        "AUTH_UNAVAILABLE",
        "Cannot count the trials of the API key: its store is out of reach",
        { retryAfterMs: RETRY_AFTER_MS, cause },
      );
    }
  }

  get isPending(): boolean {
    return this.#pending.size > 0;
  }

  write(): void {
    const write = this.#file.prepare("INSERT OR REPLACE INTO trials VALUES (?, ?, ?, ?, ?, ?)");
    for (const keyId of this.#pending.keys()) {
      for (const [marketId, { count, sharpeCount, mean, m2 }] of this.#read(keyId)) {
        write.run(keyId, marketId, count, sharpeCount, mean, m2);
      }
    }
  }

  clear(): void {
    this.#pending.clear();
  }

  #read(keyId: string): ReadonlyMap<number, Trials> {
    const read = this.#file.prepare("SELECT * FROM trials WHERE key_id = ?");
    const trials = new Map(read.all(keyId).map(toTrials));
    for (const [marketId, pending] of this.#pending.get(keyId) ?? []) {
      trials.set(marketId, joinTrials(trials.get(marketId) ?? NO_TRIALS, pending));
    }
    return trials;
  }
}

function toTrials(row: Row): [number, Trials] {
  return [Number(row["market_id"]), {
    count: Number(row["count"]),
    sharpeCount: Number(row["sharpe_count"]),
    mean: Number(row["mean"]),
    m2: Number(row["m2"]),
  }];
}
