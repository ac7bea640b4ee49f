import type { TrialStore } from "../trials/trial_store.ts";
import { addTrial, joinTrials, NO_TRIALS, type Trials } from "../trials/trials.ts";
import type { Database } from "./database.ts";

type Statement = ReturnType<Database["prepare"]>;
type Row = ReturnType<Statement["get"]>;

/**
 * Trials in an SQLite file. A write takes as long as a quarter of a request, so new trials are kept
 * in memory until `flush`, which adds them to what the file has by then.
 */
export class SqliteTrialStore implements TrialStore {
  readonly #database: Database;
  readonly #read: Statement;
  readonly #write: Statement;
  /** Trials that the file does not have yet, by key and market. */
  #pending = new Map<string, Map<number, Trials>>();

  constructor(database: Database) {
    this.#database = database;
    this.#read = database.prepare("SELECT * FROM trials WHERE key_id = ?");
    this.#write = database.prepare("INSERT OR REPLACE INTO trials VALUES (?, ?, ?, ?, ?, ?)");
  }

  record(keyId: string, marketId: number, dailySharpe: number | null): void {
    const markets = this.#pending.get(keyId) ?? new Map<number, Trials>();
    markets.set(marketId, addTrial(markets.get(marketId) ?? NO_TRIALS, dailySharpe));
    this.#pending.set(keyId, markets);
  }

  of(keyId: string): ReadonlyMap<number, Trials> {
    const trials = new Map(this.#read.all(keyId).map(toTrials));
    for (const [marketId, pending] of this.#pending.get(keyId) ?? []) {
      trials.set(marketId, joinTrials(trials.get(marketId) ?? NO_TRIALS, pending));
    }
    return trials;
  }

  /** Writes what is pending, all or nothing. */
  flush(): void {
    if (this.#pending.size === 0) return;
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      for (const keyId of this.#pending.keys()) {
        for (const [marketId, { count, sharpeCount, mean, m2 }] of this.of(keyId)) {
          this.#write.run(keyId, marketId, count, sharpeCount, mean, m2);
        }
      }
      this.#database.exec("COMMIT");
    } catch (error) {
      this.#database.exec("ROLLBACK");
      throw error;
    }
    this.#pending = new Map();
  }
}

function toTrials(row: NonNullable<Row>): [number, Trials] {
  return [Number(row["market_id"]), {
    count: Number(row["count"]),
    sharpeCount: Number(row["sharpe_count"]),
    mean: Number(row["mean"]),
    m2: Number(row["m2"]),
  }];
}
