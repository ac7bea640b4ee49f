// This module is browser compatible.

import type { Clock } from "../../clock.ts";
import type { ErrorCode } from "../../contracts/error_codes.ts";
import type { RequestRecord } from "../../http/request_record.ts";

/** Lines of one code that are written a second; a flood of refusals says nothing new after them. */
const LINES_PER_WINDOW = 20;
const WINDOW_MS = 1_000;

interface Window {
  readonly startMs: number;
  count: number;
  unwritten: SuppressedLines | null;
}

/** Refusals of one code that got no line of their own. */
export interface SuppressedLines {
  readonly status: number;
  readonly code: ErrorCode;
  count: number;
}

/**
 * Decides which requests get a line in the log. Refusals cost a caller nothing, so of each code only
 * the first of a second get one; the others are counted, and said when the second is over.
 */
export class ProblemLogSampler {
  readonly #clock: Clock;
  readonly #say: (unwritten: Readonly<SuppressedLines>) => void;
  readonly #windows = new Map<ErrorCode, Window>();

  constructor(clock: Clock, say: (unwritten: Readonly<SuppressedLines>) => void) {
    this.#clock = clock;
    this.#say = say;
  }

  /** Says whether a request gets a line; one with a cause to look into always does. */
  takes({ code, status, cause }: RequestRecord): boolean {
    if (code === null || cause !== null) return true;
    const window = this.#windowOf(code);
    window.count++;
    if (window.count <= LINES_PER_WINDOW) return true;
    if (window.unwritten === null) {
      window.unwritten = { status, code, count: 0 };
      this.#clock.after(WINDOW_MS, () => this.#end(window));
    }
    window.unwritten.count++;
    return false;
  }

  /** Says what is not said yet. */
  flush(): void {
    for (const window of this.#windows.values()) this.#end(window);
  }

  #end({ unwritten }: Window): void {
    if (unwritten === null || !this.#windows.delete(unwritten.code)) return;
    this.#say(unwritten);
  }

  /** A window that has lines to say ends by its timer, any other by its time. */
  #windowOf(code: ErrorCode): Window {
    const nowMs = this.#clock.nowMs();
    const known = this.#windows.get(code);
    if (known !== undefined) {
      if (known.unwritten !== null || nowMs < known.startMs + WINDOW_MS) return known;
    }
    const window: Window = { startMs: nowMs, count: 0, unwritten: null };
    this.#windows.set(code, window);
    return window;
  }
}
