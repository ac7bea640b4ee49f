import { type Clock, withDeadline } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import { RetryPause, WRITE_EVERY_MS } from "./retry_pause.ts";
import type { Queries, Sql } from "./sql.ts";

/** Changes in memory that are written later. */
export interface PendingWrites {
  readonly isPending: boolean;
  /** Evaluated candidates among the changes. */
  readonly evaluatedCount: number;
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
/** How long writes may fail before nothing is counted any more that has to be written. */
const FAILING_MS = 10_000;
/** Time for the last write before a stop. */
const LAST_WRITE_MS = 10_000;

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
  /** When a write failed after the last success; null: the last one succeeded. */
  #failingSinceMs: number | null = null;

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

  /** Whether changes can be written; false once writes have failed for ten seconds. */
  get isWritable(): boolean {
    const since = this.#failingSinceMs;
    return since === null || this.#clock.nowMs() - since < FAILING_MS;
  }

  /**
   * Writes pending changes and closes the database. Tries for ten seconds, and reports how many
   * evaluated candidates are lost then.
   */
  async close(): Promise<void> {
    this.#cancel();
    const endMs = this.#clock.nowMs() + LAST_WRITE_MS;
    const last = this.#writing.then(() => {
      this.#cancel();
      return this.#writeUntil(endMs);
    });
    try {
      await withDeadline(this.#clock, LAST_WRITE_MS, last, () => new Error("it takes too long"));
    } catch (error) {
      const count = this.#all.reduce((sum, { evaluatedCount }) => sum + evaluatedCount, 0);
      this.#report(
        `Cannot write trials and uses of keys, evaluations lost: ${count}: ${messageOf(error)}`,
      );
    }
    await this.#target.close();
  }

  /** Writes pending changes; tries every second while that fails. */
  async #writeUntil(endMs: number): Promise<void> {
    for (;;) {
      try {
        this.#target.check?.();
        if (this.#all.some(({ isPending }) => isPending)) this.#target.awaitLocks?.();
        return await this.flush();
      } catch (error) {
        if (this.#clock.nowMs() + WRITE_EVERY_MS >= endMs) throw error;
      }
      await new Promise<void>((resolve) => this.#clock.after(WRITE_EVERY_MS, resolve));
    }
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
      this.#failingSinceMs = null;
    } catch (error) {
      this.#failingSinceMs ??= this.#clock.nowMs();
      throw error;
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
