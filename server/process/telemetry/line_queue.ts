// This module is browser compatible.

import { type Clock, withDeadline } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";

/** The destination of lines. A write may be partial, may fail, and may never end. */
export interface LineTarget {
  /** Returns how many of the bytes were written. */
  write(bytes: Uint8Array): Promise<number>;
}

export interface LineQueueOptions {
  readonly target: LineTarget;
  readonly clock: Clock;
  /**
   * Delay of a write: with a line for every request, separate writes would take as long as the
   * requests. With 0, the write begins in a microtask.
   */
  readonly delayMs: number;
  /** Returns a line that reports how many lines were lost, and why. */
  lostLine(count: number, reason: string): string;
}

/** Beyond this length new lines are dropped: 16 times the buffer of a pipe. */
const PENDING_LENGTH_MAX = 1024 * 1024;
const NEWLINE = 10;
const encoder = new TextEncoder();

/**
 * Writes lines in batches. Callers never wait for the target: lines that it cannot take are dropped and
 * counted, and the count is written with the first lines that it takes again.
 */
export class LineQueue {
  readonly #options: LineQueueOptions;
  readonly #pending: string[] = [];
  #pendingLength = 0;
  #isArmed = false;
  #writing: Promise<void> | null = null;
  #lostCount = 0;
  /** Lost lines that no notice has reported. */
  #unreportedCount = 0;
  #lostReason = "";
  /** Whether the target has only the beginning of a line. */
  #isMidLine = false;

  constructor(options: LineQueueOptions) {
    this.#options = options;
  }

  get lostCount(): number {
    return this.#lostCount;
  }

  /** Adds a line. */
  write(line: string): void {
    if (this.#pendingLength + line.length > PENDING_LENGTH_MAX) {
      return this.#drop(1, "they are not read fast enough");
    }
    this.#pending.push(line);
    this.#pendingLength += line.length + 1;
    this.#arm();
  }

  /** Writes pending lines, as many as the target takes within the deadline. */
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
    const { clock, delayMs } = this.#options;
    const flush = (): void => {
      this.#isArmed = false;
      this.#flush();
    };
    // The first timer of a process takes 7 ms, which would delay the printed address.
    if (delayMs === 0) queueMicrotask(flush);
    else clock.after(delayMs, flush);
  }

  /** Writes pending lines, or returns the write that is under way. */
  #flush(): Promise<void> {
    if (this.#writing !== null) return this.#writing;
    const unreportedCount = this.#unreportedCount;
    if (this.#pending.length === 0) return Promise.resolve();
    const notice = unreportedCount === 0
      ? []
      : [this.#options.lostLine(unreportedCount, this.#lostReason)];
    const lines = [...notice, ...this.#pending.splice(0)];
    this.#pendingLength = 0;
    this.#unreportedCount = 0;
    const text = `${this.#isMidLine ? "\n" : ""}${lines.join("\n")}\n`;
    this.#writing = this.#writeAll(encoder.encode(text), lines.length, unreportedCount).then(() => {
      this.#writing = null;
      if (this.#pending.length > 0) this.#arm();
    });
    return this.#writing;
  }

  /** @param noticed lost lines that the first line reports; 0 for an ordinary line */
  async #writeAll(bytes: Uint8Array, lineCount: number, noticed: number): Promise<void> {
    let rest = bytes;
    try {
      while (rest.length > 0) {
        rest = rest.subarray(await this.#options.target.write(rest));
        this.#isMidLine = bytes[bytes.length - rest.length - 1] !== NEWLINE;
      }
    } catch (error) {
      const lost = rest.reduce((count, byte) => byte === NEWLINE ? count + 1 : count, 0);
      const isNoticeLost = noticed > 0 && lost >= lineCount;
      if (isNoticeLost) this.#unreportedCount += noticed;
      this.#drop(isNoticeLost ? lineCount - 1 : lost, messageOf(error));
    }
  }

  #drop(count: number, reason: string): void {
    this.#lostCount += count;
    this.#unreportedCount += count;
    this.#lostReason = reason;
  }
}
