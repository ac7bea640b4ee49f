// This module is browser compatible.

import {
  candidateOf,
  joinEvaluated,
  joinRatios,
  joinTried,
  NOTHING_TRIED,
  ratioOf,
  type Tried,
} from "./trials.ts";

/** Hex digits that tell candidates apart: the first. */
const CANDIDATE_DIGITS = 16;
/** Ratios that are joined to the rows at once: each join copies all rows. */
const FRESH_MAX = 64;

/** What was tried on a dataset since the last write. */
export class PendingTrials {
  #tried: Tried = NOTHING_TRIED;
  /** Ratios that are not among the rows yet, by candidate; the first of each. */
  readonly #fresh = new Map<string, number | null>();

  /** Keeps the ratio of a candidate, unless it has one. */
  record(candidateHash: string, dailySharpe: number | null): void {
    const candidate = candidateHash.slice(0, CANDIDATE_DIGITS);
    if (this.#fresh.has(candidate)) return;
    this.#fresh.set(candidate, dailySharpe);
    if (this.#fresh.size >= FRESH_MAX) this.#join();
  }

  /** All of it. */
  get tried(): Tried {
    this.#join();
    return this.#tried;
  }

  /** Counts a candidate as evaluated. */
  evaluate(candidate: Uint8Array): void {
    const evaluated = joinEvaluated(this.#tried.evaluated, { kept: candidate, beyond: 0 });
    this.#tried = { ...this.#tried, evaluated };
  }

  /** Adds what came after all of it. */
  join(later: Tried): void {
    this.#tried = joinTried(this.tried, later);
  }

  #join(): void {
    if (this.#fresh.size === 0) return;
    const rows = [...this.#fresh].sort(([a], [b]) => a < b ? -1 : 1)
      .map(([candidate, ratio]) => ratioOf(candidateOf(candidate), ratio));
    this.#fresh.clear();
    const fresh = new Uint8Array(rows.reduce((length, row) => length + row.length, 0));
    rows.reduce((end, row) => (fresh.set(row, end), end + row.length), 0);
    this.#tried = { ...this.#tried, ratios: joinRatios(this.#tried.ratios, fresh) };
  }
}
