// This module is browser compatible.

/** A passive line: holding PT, or leaving the money in SY. */
export type Line = "hold" | "idle";

/** Places and figures of a row. Utilities are per year. */
export interface RankedRow {
  readonly meanUtility: number;
  /** Mean difference to the line. */
  readonly edge: number;
  readonly edgeStandardError: number;
  readonly score: number;
  readonly rank: number;
  readonly rankInterval: readonly [number, number];
  readonly beatsLines: boolean;
  readonly leader: boolean;
  /** Index of the row that it is the same as; null: of none. */
  readonly sameAs: number | null;
  /** Index of the entry above it that it moves with; null: of none. */
  readonly like: number | null;
}

/** The ranks of a board. Rows are the entries by number, then hold, then idle. */
export interface BoardRanks {
  /** Rows that differ, lines included. */
  readonly kept: number;
  /** Largest probability of a lead that is told apart; null with one kept row, as is the bar. */
  readonly level: number | null;
  /** Least `t` of such a lead. */
  readonly bar: number | null;
  readonly line: Line;
  readonly rows: readonly RankedRow[];
  /** Indices of the rows from the first place to the last. */
  readonly order: readonly number[];
}

/** Numbers before the rows of the engine's answer, and numbers of a row. */
const HEAD = 4;
const ROW = 11;

/**
 * Reads the ranks that the engine returns as numbers.
 *
 * @throws {Error} when the engine refused the matrix, which then has no two lines
 */
export function readRanks(numbers: Float64Array): BoardRanks {
  const count = (numbers.length - HEAD) / (ROW + 1);
  if (!Number.isInteger(count) || count < 2) throw new Error("the matrix has no ranks");
  const [kept = NaN, level = NaN, bar = NaN, isIdle] = numbers;
  return {
    kept,
    level: Number.isNaN(level) ? null : level,
    bar: Number.isNaN(bar) ? null : bar,
    line: isIdle === 1 ? "idle" : "hold",
    rows: Array.from({ length: count }, (_, at) => readRow(numbers.subarray(HEAD + at * ROW))),
    order: [...numbers.subarray(HEAD + count * ROW)],
  };
}

function readRow(numbers: Float64Array): RankedRow {
  const [
    meanUtility = NaN,
    edge = NaN,
    edgeStandardError = NaN,
    score = NaN,
    rank = NaN,
    first = NaN,
    last = NaN,
    beatsLines,
    leader,
    sameAs = -1,
    like = -1,
  ] = numbers;
  return {
    meanUtility,
    edge,
    edgeStandardError,
    score,
    rank,
    rankInterval: [first, last],
    beatsLines: beatsLines === 1,
    leader: leader === 1,
    sameAs: sameAs < 0 ? null : sameAs,
    like: like < 0 ? null : like,
  };
}
