import type { Trial, TrialCounts, TrialsBefore } from "../../contracts/trial.ts";
import {
  candidateOf,
  countEvaluated,
  countRatios,
  joinEvaluated,
  joinRatios,
  joinTrials,
  NO_TRIALS,
  ratioOf,
  sharpeVariance,
  type Trials,
} from "../../store/trials.ts";

/** Trials by dataset and formula (`RULES.md` 6.6, with this browser in place of a key). */
export type Book = ReadonlyMap<string, Trials>;

/** A run of a candidate. */
export type RunTrial = Pick<Trial, "candidateHash" | "dailySharpe">;

/** Returns the key of a dataset in a book. */
export function bookKey(datasetHash: string, formulaVersion: number | undefined): string {
  return `${datasetHash} ${formulaVersion}`;
}

/**
 * Returns the evaluated candidates of a book, as a search takes them. Runs stay out: a search names
 * its own in another way, so those of a repeated search would count twice.
 */
export function trialsBefore(
  book: Book,
  formulaVersion: number | undefined,
): readonly TrialsBefore[] {
  return [...book].flatMap(([key, { evaluated: { kept, beyond } }]) => {
    const [datasetHash = ""] = key.split(" ");
    if (key !== bookKey(datasetHash, formulaVersion)) return [];
    return [{ datasetHash, kept: kept.toBase64(), beyond, ratios: "" }];
  });
}

/** Returns the book with runs on a dataset added; a run shows the score. */
export function withRuns(book: Book, key: string, runs: readonly RunTrial[]): Book {
  const trials = book.get(key) ?? NO_TRIALS;
  const rows = runs
    .toSorted((a, b) => a.candidateHash < b.candidateHash ? -1 : 1)
    .map(({ candidateHash, dailySharpe }) => ratioOf(candidateOf(candidateHash), dailySharpe));
  // Joined as a whole: adding one row at a time is quadratic.
  const distinct = rows.filter((row, at) => !isSameCandidate(row, rows[at - 1]));
  const ratios = joinRatios(trials.ratios, concatenated(distinct));
  return ratios === trials.ratios ? book : new Map(book).set(key, { ...trials, ratios });
}

/** Returns the book with evaluations on a dataset added; an evaluation shows the verdict. */
export function withEvaluations(book: Book, key: string, runs: readonly RunTrial[]): Book {
  const ran = withRuns(book, key, runs);
  const trials = ran.get(key) ?? NO_TRIALS;
  const evaluated = runs
    .map(({ candidateHash }) => ({ kept: candidateOf(candidateHash), beyond: 0 }))
    .reduce(joinEvaluated, trials.evaluated);
  return evaluated === trials.evaluated ? ran : new Map(ran).set(key, { ...trials, evaluated });
}

/** Returns the union of two books. */
export function joinBooks(one: Book, other: Book): Book {
  const both = new Map(one);
  for (const [key, trials] of other) {
    const known = both.get(key);
    both.set(key, known === undefined ? trials : joinTrials(known, trials));
  }
  return both;
}

/** Returns the counts of a dataset for the engine. */
export function trialCounts(book: Book, key: string): TrialCounts {
  const { evaluated, ratios } = book.get(key) ?? NO_TRIALS;
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
