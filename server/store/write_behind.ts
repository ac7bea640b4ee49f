import type { Clock } from "../clock.ts";
import type { StoreFile } from "./store_file.ts";

/** What waits in memory until it is written. */
export interface Pending {
  readonly isPending: boolean;
  /** Writes it, within the transaction of all. */
  write(): void;
  /** Forgets it: it is written. */
  settle(): void;
}

const EVERY_MS = 1_000;
const PAUSE_MS_MAX = 16_000;

/**
 * Writes what is pending once a second, in one transaction, and looks whether the file is still the
 * one that was opened. After a failure all stays pending, and the pause doubles from try to try, so
 * that an hour without a disk leaves some two hundred lines and not a line per second.
 */
export class WriteBehind {
  readonly #clock: Clock;
  readonly #file: StoreFile;
  readonly #all: readonly Pending[];
  readonly #report: (sentence: string) => void;
  #pauseMs = EVERY_MS;
  #notBeforeMs = 0;
  #cancel: () => void;

  /** @param report is told what could not be done, and what has changed */
  constructor(
    clock: Clock,
    file: StoreFile,
    all: readonly Pending[],
    report: (sentence: string) => void,
  ) {
    this.#clock = clock;
    this.#file = file;
    this.#all = all;
    this.#report = report;
    this.#cancel = clock.after(EVERY_MS, () => this.#tick());
  }

  /** Writes what is pending, for which it may wait a little, and closes the file. */
  close(): void {
    this.#cancel();
    try {
      this.#file.awaitLocks();
      this.#write();
    } catch (error) {
      if (this.#due().length > 0) {
        this.#report(`Cannot write trials and uses of keys, they are lost: ${reasonOf(error)}`);
      }
    }
    this.#file.close();
  }

  #tick(): void {
    this.#cancel = this.#clock.after(EVERY_MS, () => this.#tick());
    const news = this.#file.follow();
    if (news !== null) {
      this.#report(news);
      this.#notBeforeMs = 0;
    }
    const nowMs = this.#clock.nowMs();
    if (nowMs < this.#notBeforeMs) return;
    try {
      this.#write();
      this.#pauseMs = EVERY_MS;
    } catch (error) {
      const seconds = this.#pauseMs / 1000;
      this.#report(
        `Cannot write trials and uses of keys, next try in ${seconds} s: ${reasonOf(error)}`,
      );
      this.#notBeforeMs = nowMs + this.#pauseMs;
      this.#pauseMs = Math.min(2 * this.#pauseMs, PAUSE_MS_MAX);
    }
  }

  #due(): readonly Pending[] {
    return this.#all.filter(({ isPending }) => isPending);
  }

  #write(): void {
    const due = this.#due();
    if (due.length === 0) return;
    this.#file.write(() => due.forEach((pending) => pending.write()));
    due.forEach((pending) => pending.settle());
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
