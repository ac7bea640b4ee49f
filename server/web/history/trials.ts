// This module is browser compatible.

import type { Trial, TrialCounts } from "../../contracts/trial.ts";
import {
  candidateOf,
  countEvaluated,
  countRatios,
  joinEvaluated,
  joinRatios,
  joinTried,
  NOTHING_TRIED,
  ratioOf,
  sharpeVariance,
  type Tried,
} from "../../store/trials.ts";

/** What was tried, by the dataset and the formula (`RULES.md` 6.6, this browser in place of a key). */
export type Book = ReadonlyMap<string, Tried>;

/** A candidate that ran. */
export type RunTrial = Pick<Trial, "candidateHash" | "dailySharpe">;

/** Returns a book with candidates of a dataset that ran: their scores were seen. */
export function withRuns(book: Book, key: string, runs: readonly RunTrial[]): Book {
  const tried = book.get(key) ?? NOTHING_TRIED;
  const rows = runs
    .toSorted((a, b) => a.candidateHash < b.candidateHash ? -1 : 1)
    .map(({ candidateHash, dailySharpe }) => ratioOf(candidateOf(candidateHash), dailySharpe));
  // One after the other is quadratic, so a list is joined as a whole.
  const distinct = rows.filter((row, at) => !isSameCandidate(row, rows[at - 1]));
  const ratios = joinRatios(tried.ratios, concatenated(distinct));
  return ratios === tried.ratios ? book : new Map(book).set(key, { ...tried, ratios });
}

/** Returns a book with a candidate of a dataset that was evaluated: its verdict was seen. */
export function withEvaluation(book: Book, key: string, run: RunTrial): Book {
  const ran = withRuns(book, key, [run]);
  const tried = ran.get(key) ?? NOTHING_TRIED;
  const added = { kept: candidateOf(run.candidateHash), beyond: 0 };
  const evaluated = joinEvaluated(tried.evaluated, added);
  return evaluated === tried.evaluated ? ran : new Map(ran).set(key, { ...tried, evaluated });
}

/** Returns both books together. */
export function joinBooks(one: Book, other: Book): Book {
  const both = new Map(one);
  for (const [key, tried] of other) {
    const known = both.get(key);
    both.set(key, known === undefined ? tried : joinTried(known, tried));
  }
  return both;
}

/** Returns what the engine is told of a dataset, after this candidate was counted. */
export function countsOf(book: Book, key: string): TrialCounts {
  const { evaluated, ratios } = book.get(key) ?? NOTHING_TRIED;
  return {
    count: Math.max(1, countEvaluated(evaluated)),
    counted: true,
    sharpeCount: Math.max(1, countRatios(ratios)),
    sharpeVariance: sharpeVariance(ratios),
  };
}

function isSameCandidate(row: Uint8Array, before: Uint8Array | undefined): boolean {
  const bytes = row.length / 2;
  return before !== undefined && row.subarray(0, bytes).every((byte, at) => byte === before[at]);
}

function concatenated(rows: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(rows.reduce((sum, row) => sum + row.length, 0));
  let length = 0;
  for (const row of rows) {
    all.set(row, length);
    length += row.length;
  }
  return all;
}
