import type { Clock } from "../base/clock.ts";
import type { StoreFile } from "./store_file.ts";
import { messageOf } from "../base/errors.ts";
import { RetryPause, WRITE_EVERY_MS } from "./retry_pause.ts";

/** Changes in memory that are not written yet. */
export interface PendingWrites {
  readonly isPending: boolean;
  /** Writes the changes, inside the shared transaction. */
  write(): void;
  /** Clears the changes after the transaction. */
  clear(): void;
}

/**
 * Writes pending changes once a second, in one transaction, and checks that the file is still the one
 * that was opened. After a failure the changes stay pending and the pause doubles with every attempt,
 * so that an hour without a disk writes some two hundred log lines and not one per second.
 */
export class WriteBehind {
  readonly #clock: Clock;
  readonly #file: StoreFile;
  readonly #all: readonly PendingWrites[];
  readonly #report: (sentence: string) => void;
  readonly #pause = new RetryPause();
  #cancel: () => void;

  /** @param report called with failures, and when the file was replaced */
  constructor(
    clock: Clock,
    file: StoreFile,
    all: readonly PendingWrites[],
    report: (sentence: string) => void,
  ) {
    this.#clock = clock;
    this.#file = file;
    this.#all = all;
    this.#report = report;
    this.#cancel = clock.after(WRITE_EVERY_MS, () => this.#tick());
  }

  /** Writes pending changes, waiting a little for locks, and closes the file. */
  close(): void {
    this.#cancel();
    try {
      this.#file.awaitLocks();
      this.#write();
    } catch (error) {
      if (this.#due().length > 0) {
        this.#report(`Cannot write trials and uses of keys, they are lost: ${messageOf(error)}`);
      }
    }
    this.#file.close();
  }

  #tick(): void {
    this.#cancel = this.#clock.after(WRITE_EVERY_MS, () => this.#tick());
    const news = this.#file.reopenIfReplaced();
    if (news !== null) {
      this.#report(news);
      this.#pause.end();
    }
    if (!this.#pause.isOver(this.#clock.nowMs())) return;
    try {
      this.#write();
      this.#pause.reset();
    } catch (error) {
      const seconds = this.#pause.begin(this.#clock.nowMs()) / 1000;
      this.#report(
        `Cannot write trials and uses of keys, next try in ${seconds} s: ${messageOf(error)}`,
      );
    }
  }

  #due(): readonly PendingWrites[] {
    return this.#all.filter(({ isPending }) => isPending);
  }

  #write(): void {
    const due = this.#due();
    if (due.length === 0) return;
    this.#file.write(() => due.forEach((pending) => pending.write()));
    due.forEach((pending) => pending.clear());
  }
}
