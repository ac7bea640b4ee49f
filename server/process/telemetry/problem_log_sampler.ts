// This module is browser compatible.

import type { Clock } from "../../base/clock.ts";
import type { ErrorCode } from "../../contracts/error_codes.ts";
import type { RequestRecord } from "../../http/request_record.ts";

/** Lines per second and code; further problems of the same code add no information. */
const LINES_PER_WINDOW = 20;
const WINDOW_MS = 1_000;

interface Window {
  readonly startMs: number;
  count: number;
  suppressed: SuppressedLines | null;
}

/** Problems of one code that got no line of their own. */
export interface SuppressedLines {
  readonly status: number;
  readonly code: ErrorCode;
  count: number;
}

/**
 * Decides which requests get a line in the log. Rejected requests may cost a caller nothing, so only
 * the first of each code and second get one; the others are counted, and the count is reported when
 * the second is over.
 */
export class ProblemLogSampler {
  readonly #clock: Clock;
  readonly #report: (suppressed: Readonly<SuppressedLines>) => void;
  readonly #windows = new Map<ErrorCode, Window>();

  constructor(clock: Clock, report: (suppressed: Readonly<SuppressedLines>) => void) {
    this.#clock = clock;
    this.#report = report;
  }

  /** Returns whether a request gets a line; a request with a cause always does. */
  isLogged({ code, status, cause }: RequestRecord): boolean {
    if (code === null || cause !== null) return true;
    const window = this.#windowOf(code);
    window.count++;
    if (window.count <= LINES_PER_WINDOW) return true;
    if (window.suppressed === null) {
      window.suppressed = { status, code, count: 0 };
      this.#clock.after(WINDOW_MS, () => this.#end(window));
    }
    window.suppressed.count++;
    return false;
  }

  /** Reports the counts that are not reported yet. */
  flush(): void {
    for (const window of this.#windows.values()) this.#end(window);
  }

  #end({ suppressed }: Window): void {
    if (suppressed === null || !this.#windows.delete(suppressed.code)) return;
    this.#report(suppressed);
  }

  /** A window with suppressed lines ends by its timer, any other when its time is over. */
  #windowOf(code: ErrorCode): Window {
    const nowMs = this.#clock.nowMs();
    const known = this.#windows.get(code);
    if (known !== undefined) {
      if (known.suppressed !== null || nowMs < known.startMs + WINDOW_MS) return known;
    }
    const window: Window = { startMs: nowMs, count: 0, suppressed: null };
    this.#windows.set(code, window);
    return window;
  }
}
