import { type Clock, withDeadline } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { RetryPause, WRITE_EVERY_MS } from "../retry_pause.ts";
import type { Postgres, Statements } from "./connection.ts";

/** Changes in memory that are written later. */
export interface LaterWrites {
  /** Takes all changes so far, to be written; null: there are none. */
  take(): TakenWrites | null;
}

/** Changes on their way into the database. */
export interface TakenWrites {
  /** Writes them, inside the shared transaction. */
  write(sql: Statements): Promise<void>;
  /** Called when the transaction is over: `isWritten` false puts them back before newer ones. */
  settle(isWritten: boolean): void;
}

/** What the lock is called that lets one server write at a time: their rows are the same. */
const LOCK = 0x61_72_65_6f;
const LAST_WRITE_MS = 2_000;

/**
 * Writes pending changes once a second, in one transaction. After a failure the changes stay pending
 * and the pause doubles with every attempt, as that of a file does.
 */
export class PostgresWriteBehind {
  readonly #clock: Clock;
  readonly #sql: Postgres;
  readonly #all: readonly LaterWrites[];
  readonly #report: (sentence: string) => void;
  readonly #pause = new RetryPause();
  #writing: Promise<void> = Promise.resolve();
  #cancel: () => void;

  /** @param report called with failures */
  constructor(
    clock: Clock,
    sql: Postgres,
    all: readonly LaterWrites[],
    report: (sentence: string) => void,
  ) {
    this.#clock = clock;
    this.#sql = sql;
    this.#all = all;
    this.#report = report;
    this.#cancel = clock.after(WRITE_EVERY_MS, () => this.#tick());
  }

  /** Writes what is pending and closes all connections; it takes two seconds at most. */
  async close(): Promise<void> {
    this.#cancel();
    const last = this.#writing.then(() => this.flush());
    try {
      await withDeadline(this.#clock, LAST_WRITE_MS, last, () => new Error("it takes too long"));
    } catch (error) {
      this.#report(`Cannot write trials and uses of keys, they are lost: ${messageOf(error)}`);
    }
    await this.#sql.end({ timeout: 0 });
  }

  /** Writes what is pending now; it stays pending when that fails. */
  async flush(): Promise<void> {
    const taken = this.#all.map((pending) => pending.take()).filter((writes) => writes !== null);
    if (taken.length === 0) return;
    let isWritten = false;
    try {
      await this.#sql.begin(async (sql) => {
        await sql`SELECT pg_advisory_xact_lock(${LOCK})`;
        await Promise.all(taken.map((writes) => writes.write(sql)));
      });
      isWritten = true;
    } finally {
      for (const writes of taken) writes.settle(isWritten);
    }
  }

  #tick(): void {
    this.#writing = this.#tryToWrite().finally(() => {
      this.#cancel = this.#clock.after(WRITE_EVERY_MS, () => this.#tick());
    });
  }

  async #tryToWrite(): Promise<void> {
    if (!this.#pause.isOver(this.#clock.nowMs())) return;
    try {
      await this.flush();
      this.#pause.reset();
    } catch (error) {
      const seconds = this.#pause.begin(this.#clock.nowMs()) / 1000;
      this.#report(
        `Cannot write trials and uses of keys, next try in ${seconds} s: ${messageOf(error)}`,
      );
    }
  }
}
