// This module is browser compatible.

import type { StageOutcome } from "../stage.ts";

/** The end of a search before all its candidates ran. */
export interface EarlyEnd {
  /** Candidates that the method ran, and would have run. */
  readonly ran: number;
  readonly planned: number;
  /** Candidates since the best one. */
  readonly since: number;
}

/** Fewest candidates of a block, so that several cores share it, and most blocks of a search. */
const BLOCK_MIN = 1_024;
const BLOCKS_MAX = 256;

/**
 * Returns the number of candidates between two decisions. It depends on the plan alone, so that a
 * search ends at the same candidate however many workers run it.
 */
export function blockSize(patience: number, count: number): number {
  return Math.max(BLOCK_MIN, Math.ceil(patience / 4), Math.ceil(count / BLOCKS_MAX));
}

/** Counts the candidates since the best one. */
export class Patience {
  readonly #patience: number;
  readonly #planned: number;
  #best = -Infinity;
  /** Candidates that ran, and how many of them had run when the best one did. */
  #ran = 0;
  #until = 0;

  /**
   * @param patience candidates without a better one that end a search; undefined: they never do
   * @param planned candidates of the whole method
   * @param before earlier outcomes, whose best candidate is to be beaten
   */
  constructor(
    patience: number | undefined,
    planned: number,
    before: readonly StageOutcome[],
  ) {
    this.#patience = patience ?? Infinity;
    this.#planned = planned;
    for (const { summary } of before) this.#best = Math.max(this.#best, bestOf(summary));
  }

  /** Adds the next candidates. */
  add({ summary, stage }: StageOutcome): void {
    const [top] = summary.top;
    if (top !== undefined && top.merit > this.#best) {
      this.#best = top.merit;
      this.#until = this.#ran + top.number + 1;
    }
    this.#ran += stage.count;
  }

  /** The end of the search, or null while it continues. */
  get end(): EarlyEnd | null {
    const since = this.#ran - this.#until;
    if (since < this.#patience || this.#ran >= this.#planned) return null;
    return { ran: this.#ran, planned: this.#planned, since };
  }
}

function bestOf({ top: [first] }: StageOutcome["summary"]): number {
  return first?.merit ?? -Infinity;
}
