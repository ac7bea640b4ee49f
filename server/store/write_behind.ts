import { type Clock, withDeadline } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import { RetryPause, WRITE_EVERY_MS } from "./retry_pause.ts";
import type { Queries, Sql } from "./sql.ts";

/** Changes in memory that are written later. */
export interface PendingWrites {
  readonly isPending: boolean;
  /** Takes all changes so far, to write them; null: nothing has changed. */
  take(): TakenWrites | null;
}

/** Changes on their way into the database. */
export interface TakenWrites {
  /** Writes the changes, inside the shared transaction. */
  write(sql: Queries): Promise<void>;
  /** Called after the transaction: `isWritten` false puts the changes back before newer ones. */
  settle(isWritten: boolean): void;
}

/** The database of the pending changes. */
export interface WriteTarget {
  readonly sql: Sql;
  /** Checks the file before a write; returns a message when another file was opened, or cannot be. */
  check?(): string | null;
  /** Lets the last write wait for the locks of others. */
  awaitLocks?(): void;
  close(): void | Promise<void>;
}

/** The lock that lets one server write at a time, because servers write the same rows. */
export const WRITE_LOCK = "arena write-behind";
const LAST_WRITE_MS = 2_000;

/**
 * Writes pending changes once a second, in one transaction. After a failure the changes stay pending
 * and the pause doubles with every attempt, so an hour without a disk logs some two hundred lines
 * instead of one a second.
 */
export class WriteBehind {
  readonly #clock: Clock;
  readonly #target: WriteTarget;
  readonly #all: readonly PendingWrites[];
  readonly #report: (sentence: string) => void;
  readonly #pause = new RetryPause();
  #writing: Promise<void> = Promise.resolve();
  #cancel: () => void;

  /** @param report called with failures, and when the file was replaced */
  constructor(
    clock: Clock,
    target: WriteTarget,
    all: readonly PendingWrites[],
    report: (sentence: string) => void,
  ) {
    this.#clock = clock;
    this.#target = target;
    this.#all = all;
    this.#report = report;
    this.#cancel = clock.after(WRITE_EVERY_MS, () => this.#tick());
  }

  /** Writes pending changes, for at most two seconds, and closes the database. */
  async close(): Promise<void> {
    this.#cancel();
    const last = this.#writing.then(async () => {
      this.#cancel();
      if (this.#all.some(({ isPending }) => isPending)) this.#target.awaitLocks?.();
      await this.flush();
    });
    try {
      await withDeadline(this.#clock, LAST_WRITE_MS, last, () => new Error("it takes too long"));
    } catch (error) {
      this.#report(`Cannot write trials and uses of keys, they are lost: ${messageOf(error)}`);
    }
    await this.#target.close();
  }

  /** Resolves when no write is running. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** Writes pending changes now; they stay pending when that fails. */
  async flush(): Promise<void> {
    const taken = this.#all.map((pending) => pending.take()).filter((writes) => writes !== null);
    if (taken.length === 0) return;
    let isWritten = false;
    try {
      await this.#target.sql.transaction(async (sql) => {
        await sql.lock(WRITE_LOCK);
        for (const writes of taken) {
          await writes.write(sql);
        }
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
    const news = this.#target.check?.() ?? null;
    if (news !== null) {
      this.#report(news);
      this.#pause.end();
    }
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
