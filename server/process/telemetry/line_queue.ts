// This module is browser compatible.

import { type Clock, withDeadline } from "../../clock.ts";

/** Where lines go. A write may be partial, may fail, and may take for ever. */
export interface LineTarget {
  /** Returns how many of the bytes were written. */
  write(bytes: Uint8Array): Promise<number>;
}

/** How a queue is made. */
export interface LineQueueOptions {
  readonly target: LineTarget;
  readonly clock: Clock;
  /** Says how many lines were lost, and why. */
  lostLine(count: number, reason: string): string;
}

/** A write for every request would take as long as the request. */
const FLUSH_AFTER_MS = 100;
/** Beyond this new lines are dropped: 16 times what a pipe holds. */
const WAITING_LENGTH_MAX = 1024 * 1024;
const NEWLINE = 10;
const encoder = new TextEncoder();

/**
 * Lines on their way out, some at a time. Nothing here waits for the target: what it cannot take is
 * dropped and counted, and the count goes out with the first lines that it takes again.
 */
export class LineQueue {
  readonly #options: LineQueueOptions;
  readonly #waiting: string[] = [];
  #waitingLength = 0;
  #isArmed = false;
  #writing: Promise<void> | null = null;
  #lostCount = 0;
  /** Of them, those that no notice has said. */
  #unsaidCount = 0;
  #lostReason = "";
  /** Whether the target has the beginning of a line whose end it did not take. */
  #isMidLine = false;

  constructor(options: LineQueueOptions) {
    this.#options = options;
  }

  /** How many lines were lost so far. */
  get lostCount(): number {
    return this.#lostCount;
  }

  /** Adds a line. */
  write(line: string): void {
    if (this.#waitingLength + line.length > WAITING_LENGTH_MAX) {
      return this.#lose(1, "nobody reads them fast enough");
    }
    this.#waiting.push(line);
    this.#waitingLength += line.length + 1;
    this.#arm();
  }

  /** Writes what waits, as far as the target takes it in so many milliseconds. */
  async close(deadlineMs: number): Promise<void> {
    const written = async (): Promise<void> => {
      await this.#writing;
      await this.#flush();
    };
    await withDeadline(this.#options.clock, deadlineMs, written(), () => new Error("late"))
      .catch(() => {});
  }

  #arm(): void {
    if (this.#isArmed) return;
    this.#isArmed = true;
    this.#options.clock.after(FLUSH_AFTER_MS, () => {
      this.#isArmed = false;
      this.#flush();
    });
  }

  /** Starts to write what waits; while a write is under way, the next waits for it. */
  #flush(): Promise<void> {
    if (this.#writing !== null) return this.#writing;
    const unsaidCount = this.#unsaidCount;
    if (this.#waiting.length === 0) return Promise.resolve();
    const notice = unsaidCount === 0 ? [] : [this.#options.lostLine(unsaidCount, this.#lostReason)];
    const lines = [...notice, ...this.#waiting.splice(0)];
    this.#waitingLength = 0;
    this.#unsaidCount = 0;
    const text = `${this.#isMidLine ? "\n" : ""}${lines.join("\n")}\n`;
    this.#writing = this.#writeAll(encoder.encode(text), lines.length, unsaidCount).then(() => {
      this.#writing = null;
      if (this.#waiting.length > 0) this.#arm();
    });
    return this.#writing;
  }

  /** @param noticed how many lost lines the first line stands for, 0: it is a line like others */
  async #writeAll(bytes: Uint8Array, lineCount: number, noticed: number): Promise<void> {
    let rest = bytes;
    try {
      while (rest.length > 0) {
        // deno-lint-ignore no-await-in-loop -- one piece after the other
        rest = rest.subarray(await this.#options.target.write(rest));
        this.#isMidLine = bytes[bytes.length - rest.length - 1] !== NEWLINE;
      }
    } catch (error) {
      const lost = rest.reduce((count, byte) => byte === NEWLINE ? count + 1 : count, 0);
      const isNoticeLost = noticed > 0 && lost >= lineCount;
      if (isNoticeLost) this.#unsaidCount += noticed;
      this.#lose(isNoticeLost ? lineCount - 1 : lost, reasonOf(error));
    }
  }

  #lose(count: number, reason: string): void {
    this.#lostCount += count;
    this.#unsaidCount += count;
    this.#lostReason = reason;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
