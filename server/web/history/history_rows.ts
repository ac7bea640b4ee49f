import type { Candidate } from "../../contracts/candidate.ts";
import type { Judged } from "../model/standing.ts";
import { hasWords } from "../model/search_words.ts";

/** A candidate of the history, as the browser stores it. */
export interface HistoryRow {
  /** The engine's `candidateHash`; the key of the row. */
  readonly hash: string;
  /** As it was entered. */
  readonly candidate: Candidate;
  /** Score; Hold has 100. */
  readonly score: number;
  /** Score of idle, which leaves everything in SY. */
  readonly idle: number;
  readonly annualizedMeanReturn: number;
  readonly maxDrawdown: number;
  readonly fills: number;
  /** When it was run first and last, milliseconds since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Written by the reader; may be empty. */
  readonly note: string;
  readonly name: string;
  /** The verdict that was shown last. */
  readonly judged?: KeptVerdict | undefined;
}

/** A verdict on the data behind a key of a book. */
export interface KeptVerdict extends Judged {
  readonly key: string;
}

/** Most rows without a note or a name. */
export const ROWS_MAX = 1000;
/** Most rows in all. */
const NOTED_MAX = 4000;
/** Longest note, characters. */
export const NOTE_LENGTH_MAX = 500;
/** Longest name, characters. */
export const NAME_LENGTH_MAX = 60;

/**
 * Merges rows, the newest first. Two rows of one candidate become one with the figures of the later run
 * and the later note that is not empty. Above the limit the oldest rows without a note or a name are dropped.
 */
export function joinRows(
  rows: readonly HistoryRow[],
  added: readonly HistoryRow[],
): readonly HistoryRow[] {
  const byHash = new Map(rows.map((row) => [row.hash, row]));
  for (const row of added) {
    const before = byHash.get(row.hash);
    byHash.set(row.hash, before === undefined ? row : joined(before, row));
  }
  const sorted = [...byHash.values()].toSorted((a, b) => b.lastAt - a.lastAt);
  let room = ROWS_MAX;
  return sorted.filter(({ note, name }) => room-- > 0 || note !== "" || name).slice(0, NOTED_MAX);
}

function joined(one: HistoryRow, other: HistoryRow): HistoryRow {
  const [earlier, later] = one.lastAt <= other.lastAt ? [one, other] : [other, one];
  return {
    ...later,
    firstAt: Math.min(one.firstAt, other.firstAt),
    note: later.note === "" ? earlier.note : later.note,
    name: later.name || earlier.name,
    judged: later.judged ?? earlier.judged,
  };
}

/**
 * Returns the rows that contain every word of a query, ignoring case.
 *
 * @param textOf returns the searched text of a row, without its name and note
 */
export function searchRows(
  rows: readonly HistoryRow[],
  query: string,
  textOf: (row: HistoryRow) => string,
): readonly HistoryRow[] {
  return rows.filter((row) => hasWords(`${textOf(row)} ${row.name} ${row.note}`, query));
}

/** Returns the first of "My rule 1", "My rule 2" that no row has as its name. */
export function freeName(rows: readonly HistoryRow[]): string {
  const names = new Set(rows.map(({ name }) => name));
  const numbers = Array.from({ length: rows.length + 1 }, (_, at) => `My rule ${at + 1}`);
  return numbers.find((name) => !names.has(name)) ?? "";
}
