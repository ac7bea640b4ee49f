import type { Candidate } from "../../contracts/candidate.ts";
import { isCandidate, isObject } from "../model/address.ts";
import { type HistoryRow, NAME_LENGTH_MAX, NOTE_LENGTH_MAX } from "./history_rows.ts";
import type { Book } from "./trials.ts";

/** The portable work of a reader. */
export interface Work {
  readonly rows: readonly HistoryRow[];
  readonly pins: readonly Candidate[];
  readonly book: Book;
}

const VERSION = 1;
/** Far more than the largest export. */
export const FILE_BYTES_MAX = 32 * 2 ** 20;
const NUMBERS = [
  "score",
  "idle",
  "annualizedMeanReturn",
  "maxDrawdown",
  "fills",
  "firstAt",
  "lastAt",
] as const;
const HASH = /^[0-9a-f]{64}$/;
/** Bytes of a candidate, and of a candidate with its ratio, as in `server/store/trials.ts`. */
const [CANDIDATE_BYTES, RATIO_BYTES] = [8, 16] as const;

/** Returns work as a file for {@link readWork}. */
export function writeWork({ rows, pins, book }: Work): string {
  const trials = Object.fromEntries([...book].map(([key, { evaluated, ratios }]) => [key, {
    evaluated: { kept: evaluated.kept.toBase64(), beyond: evaluated.beyond },
    ratios: ratios.toBase64(),
  }]));
  return `${
    JSON.stringify({ arenaWork: VERSION, candidates: rows, pins, tried: trials }, null, 1)
  }\n`;
}

/** Returns the work of a file, or a sentence that says what is wrong with the file. */
export function readWork(name: string, text: string): Work | string {
  const wrong = (what: string): string =>
    `Cannot import ${name}: ${what}; give a file that "Export" of this page has written`;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return wrong("it is not JSON");
  }
  if (!isObject(content) || content["arenaWork"] === undefined) {
    return wrong("it is not a work file");
  }
  const { arenaWork, candidates = [], pins = [], tried: trials = {} } = content;
  if (arenaWork !== VERSION) return wrong(`it is of version ${arenaWork}, this page reads 1`);
  if (!Array.isArray(candidates)) return wrong("candidates is not a list");
  const bad = candidates.findIndex((row) => !isRow(row));
  if (bad >= 0) return wrong(`candidate ${bad + 1} of its list has a missing or invalid member`);
  if (!Array.isArray(pins) || !pins.every(isCandidate)) return wrong("a pin is not a candidate");
  const book = readBook(trials);
  if (book === null) return wrong("the trials are not readable");
  // A verdict of a file is not believed: it is made again when the reader asks.
  return { rows: candidates.map(({ judged: _, ...row }) => row), pins, book };
}

function isRow(row: unknown): row is HistoryRow {
  return isObject(row) && HASH.test(String(row["hash"])) && isCandidate(row["candidate"]) &&
    NUMBERS.every((name) => Number.isFinite(row[name])) &&
    isText(row["note"], NOTE_LENGTH_MAX) && isText(row["name"], NAME_LENGTH_MAX);
}

function isText(text: unknown, lengthMax: number): boolean {
  return typeof text === "string" && text.length <= lengthMax;
}

function readBook(trials: unknown): Book | null {
  if (!isObject(trials)) return null;
  const book = new Map();
  for (const [key, one] of Object.entries(trials)) {
    if (!isObject(one) || !isObject(one["evaluated"])) return null;
    const { kept, beyond } = one["evaluated"];
    const [candidates, ratios] = [
      readRows(kept, CANDIDATE_BYTES),
      readRows(one["ratios"], RATIO_BYTES),
    ];
    if (candidates === null || ratios === null || !isCount(beyond)) return null;
    book.set(key, { evaluated: { kept: candidates, beyond }, ratios });
  }
  return book;
}

/** Returns rows of a fixed size; null unless they are strictly ascending. */
function readRows(text: unknown, bytes: number): Uint8Array | null {
  try {
    const rows = Uint8Array.fromBase64(String(text));
    if (rows.length % bytes !== 0) return null;
    let before = "";
    for (let at = 0; at < rows.length; at += bytes) {
      const candidate = rows.subarray(at, at + CANDIDATE_BYTES).toHex();
      if (candidate <= before) return null;
      before = candidate;
    }
    return rows;
  } catch {
    return null;
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0;
}
