// This module is browser compatible.

import {
  candidateOf,
  joinEvaluated,
  joinRatios,
  joinTrials,
  NO_TRIALS,
  ratioOf,
  type Trials,
} from "./trials.ts";

/** The first hex digits of a candidateHash identify the candidate. */
const CANDIDATE_DIGITS = 16;
/** Ratios that are joined in one go, because each join copies all rows. */
const FRESH_MAX = 64;

/** Trials on a dataset since the last write. */
export class PendingTrials {
  #trials: Trials = NO_TRIALS;
  /** Ratios that are not joined yet, by candidate; the first ratio of each counts. */
  readonly #fresh = new Map<string, number | null>();

  /** Records the ratio of a candidate, unless the candidate has one already. */
  record(candidateHash: string, dailySharpe: number | null): void {
    const candidate = candidateHash.slice(0, CANDIDATE_DIGITS);
    if (this.#fresh.has(candidate)) return;
    this.#fresh.set(candidate, dailySharpe);
    if (this.#fresh.size >= FRESH_MAX) this.#join();
  }

  /** All trials since the last write. */
  get trials(): Trials {
    this.#join();
    return this.#trials;
  }

  evaluate(candidate: Uint8Array): void {
    const evaluated = joinEvaluated(this.#trials.evaluated, { kept: candidate, beyond: 0 });
    this.#trials = { ...this.#trials, evaluated };
  }

  /** Adds trials that came later. */
  join(later: Trials): void {
    this.#trials = joinTrials(this.trials, later);
  }

  #join(): void {
    if (this.#fresh.size === 0) return;
    const rows = [...this.#fresh].sort(([a], [b]) => a < b ? -1 : 1)
      .map(([candidate, ratio]) => ratioOf(candidateOf(candidate), ratio));
    this.#fresh.clear();
    const fresh = new Uint8Array(rows.reduce((length, row) => length + row.length, 0));
    rows.reduce((end, row) => (fresh.set(row, end), end + row.length), 0);
    this.#trials = { ...this.#trials, ratios: joinRatios(this.#trials.ratios, fresh) };
  }
}
