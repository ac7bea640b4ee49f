// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import { sha256Hex } from "../../base/hash.ts";
import type { Candidate } from "../../contracts/candidate.ts";
import type { BoardHead, BoardRow, SeasonDefinition } from "../../contracts/season.ts";
import { type BoardRanks, type Line, type RankedRow, readRanks } from "./ranks.ts";

export interface BoardEntry {
  readonly number: number;
  readonly keyTag: string;
  /** With all defaults. */
  readonly candidate: Candidate;
  readonly candidateHash: string;
}

/** Why an entry has no utility: the first path, from 1, on which its run failed. */
export type Failure = NonNullable<BoardRow["failure"]>;

/** Everything that a board is made of. */
export interface BoardParts {
  readonly season: Pick<SeasonDefinition, "seasonId" | "paths" | "versions">;
  readonly board: string;
  /** Fingerprint of the official dataset that has the board's clock. */
  readonly datasetHash: string;
  /** The entries of the board by number. */
  readonly entries: readonly BoardEntry[];
  /** By the number of the entry. */
  readonly failures: ReadonlyMap<number, Failure>;
  /** Utilities by row and path: the entries without a failure by number, then hold, then idle. */
  readonly matrix: Float64Array<ArrayBuffer>;
}

/** A board with its fingerprints. */
export interface Board {
  readonly head: BoardHead;
  /** From the first place to the last, then the failed entries by number. */
  readonly rows: readonly BoardRow[];
  /** Utilities as 64-bit floats, little endian. */
  readonly matrix: Uint8Array<ArrayBuffer>;
  readonly boardHash: string;
}

/** Ranks the rows of a matrix, as `Engine.seasonRanks` does. */
export type RankRows = (
  matrix: Float64Array,
  paths: number,
) => Float64Array | Promise<Float64Array>;

const LITTLE_ENDIAN = true;
/** Rows beside the head of a board, whose file has the board's fingerprint. */
const FIRST_ROWS = 200;

const LINES: readonly Line[] = ["hold", "idle"];
const NO_FIGURES = {
  meanUtility: null,
  score: null,
  edge: null,
  edgeStandardError: null,
  rank: null,
  rankInterval: null,
  beatsLines: false,
  leader: false,
  sameAs: null,
  like: null,
} as const;

/** Makes a board from the utilities of its entries. */
export async function boardOf(parts: BoardParts, rank: RankRows): Promise<Board> {
  const { season: { seasonId, paths, versions }, board, datasetHash, entries, failures } = parts;
  const scored = entries.filter(({ number }) => !failures.has(number));
  const ranks = readRanks(await rank(parts.matrix, paths));
  const matrix = toLittleEndianBytes(parts.matrix);
  const [hold, idle] = ranks.rows.slice(scored.length);
  if (hold === undefined || idle === undefined || ranks.rows.length !== scored.length + 2) {
    throw new Error(`the matrix has ${ranks.rows.length} rows for ${scored.length} entries`);
  }
  const own = ranks.rows.slice(0, scored.length);
  const leaders = own.filter(({ leader, sameAs }) => leader && sameAs === null);
  const head: BoardHead = {
    seasonId,
    board,
    paths,
    entries: entries.length,
    failed: entries.length - scored.length,
    numbers: scored.map(({ number }) => number),
    kept: ranks.kept,
    bar: ranks.bar,
    level: ranks.level,
    line: ranks.line,
    holdUtility: hold.meanUtility,
    idleUtility: idle.meanUtility,
    leaders: leaders.filter(({ like }) => like === null).length,
    leadersAlike: leaders.filter(({ like }) => like !== null).length,
    bestEdge: own.length === 0 ? null : Math.max(...own.map(({ edge }) => edge)),
    matrixHash: await sha256Hex(matrix),
    datasetHash,
    versions,
  };
  const rows = [
    ...ranks.order.map((at) => rowOf(at, scored, ranks)),
    ...entries.flatMap((entry) => failedRow(entry, failures.get(entry.number))),
  ];
  const boardHash = await sha256Hex(boardText(canonicalJson(head), rows));
  return { head, rows, matrix, boardHash };
}

/**
 * Returns the file of a board: its head and its first rows. `boardHash` is its SHA-256, and all further
 * rows follow from the matrix and the entries.
 *
 * @param head canonical JSON
 */
export function boardText(head: string, rows: readonly BoardRow[]): string {
  return `{"head":${head},"rows":${canonicalJson(asJson(rows.slice(0, FIRST_ROWS)))}}`;
}

const FILE_ROWS = 1_000;

/** Returns the files of all rows of a board, a line each. */
export function rowsText(rows: readonly BoardRow[]): string {
  const count = Math.ceil(rows.length / FILE_ROWS);
  return Array.from({ length: count }, (_, at) => {
    const part = rows.slice(at * FILE_ROWS, (at + 1) * FILE_ROWS);
    return `{"rows":${canonicalJson(asJson(part))}}`;
  }).join("\n");
}

/** Reads the rows of `rowsText`. */
export function readRows(text: string): readonly BoardRow[] {
  return text.split("\n").flatMap((file): readonly BoardRow[] => JSON.parse(file).rows);
}

/** Returns rows as JSON, of whose members none is undefined. */
function asJson(rows: readonly BoardRow[]): JsonValue {
  return rows as unknown as JsonValue;
}

function rowOf(at: number, scored: readonly BoardEntry[], { rows }: BoardRanks): BoardRow {
  const ranked = rows[at];
  if (ranked === undefined) throw new Error(`the ranks have no row ${at}`);
  const { rankInterval: [first, last], sameAs, like, ...figures }: RankedRow = ranked;
  const nameOf = (row: number): number | Line => {
    return scored[row]?.number ?? LINES[row - scored.length] ?? "hold";
  };
  return {
    ...identityOf(scored[at], LINES[at - scored.length]),
    ...figures,
    rankInterval: [first, last],
    sameAs: sameAs === null ? null : nameOf(sameAs),
    like: like === null ? null : scored[like]?.number ?? null,
    state: "scored",
    failure: null,
  };
}

function failedRow(entry: BoardEntry, failure: Failure | undefined): readonly BoardRow[] {
  if (failure === undefined) return [];
  return [{ ...identityOf(entry, undefined), ...NO_FIGURES, state: "failed", failure }];
}

function identityOf(
  entry: BoardEntry | undefined,
  line: Line | undefined,
): Pick<BoardRow, "number" | "line" | "keyTag" | "candidate" | "candidateHash"> {
  if (entry === undefined) {
    const none = { number: null, keyTag: null, candidate: null, candidateHash: null };
    return line === undefined ? none : { ...none, line };
  }
  const { number, keyTag, candidate, candidateHash } = entry;
  return { number, keyTag, candidate, candidateHash };
}

/** Returns numbers as bytes whose order does not depend on the machine. */
function toLittleEndianBytes(numbers: Float64Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 * numbers.length);
  const view = new DataView(bytes.buffer);
  numbers.forEach((number, at) => view.setFloat64(8 * at, number, LITTLE_ENDIAN));
  return bytes;
}
