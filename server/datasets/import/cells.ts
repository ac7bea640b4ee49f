// This module is browser compatible.

import { plainText } from "./fault.ts";

/** A cell of a table: a text from a CSV file, or a JSON value. */
export type Cell = string | number | boolean | null | undefined;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?/;
const ZONE = /^ ?(?:Z|UTC|GMT|([+-])(\d{2}):?(\d{2})?)$/i;
const EPOCH = /^\d{9,10}(?:\.\d+)?$/;
/** Milliseconds, microseconds or nanoseconds: at most 13 digits, and 3 or 6 beyond them. */
const EPOCH_MS = /^(\d{12,13})(?:\d{3}|\d{6})?$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** As JavaScript, RFC 2822 and finance pages print: `Sun Apr 28 2024 01:00:00 GMT+0100 (BST)`. */
const IN_WORDS =
  /^(?:[A-Z][a-z]{2},? )?(?:([A-Z][a-z]{2}) (\d{1,2})|(\d{1,2}) ([A-Z][a-z]{2})),? (\d{4})(?: (\d{2}:\d{2})(?::(\d{2}))?)?(?: ?(Z|UTC|(?:GMT)?[+-]\d{4}|GMT))?(?: \([^)]*\))?$/;
const MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/** The user's options on times. */
export interface ZoneRule {
  /** Whether a time without a zone is UTC. */
  readonly assumesUtc: boolean;
}

/** The reason why a cell cannot be read; it follows the cell's place in a message. */
export class CellError extends Error {
  override readonly name = "CellError";
}

/**
 * Returns the number in a cell; null for an empty cell.
 *
 * @throws {CellError} for any other content: nothing is guessed
 */
export function readNumber(cell: Cell): number | null {
  if (cell === null || cell === undefined || cell === "") return null;
  if (typeof cell === "boolean") throw new CellError(`it is ${cell}, must be a number`);
  if (typeof cell === "number") return cell;
  const text = cell.trim();
  const number = NUMBER.test(text) ? Number(text) : NaN;
  if (Number.isFinite(number)) return number;
  throw new CellError(`it is "${plainText(cell)}", must be a number like 1234.5`);
}

/**
 * Returns the instant in a cell, in milliseconds since 1970. The cell has ISO 8601 with a zone, a date
 * whose month is a word, or seconds, milliseconds, microseconds or nanoseconds since 1970, the last two cut to milliseconds.
 *
 * @throws {CellError} when the cell has no instant, or one of an unknown zone
 */
export function readInstant(cell: Cell, { assumesUtc }: ZoneRule): number {
  const text = typeof cell === "number"
    ? String(cell)
    : typeof cell === "string"
    ? cell.trim()
    : "";
  if (EPOCH.test(text)) return Math.round(Number(text) * SECOND_MS);
  const milliseconds = EPOCH_MS.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds);
  const instant = DATE.test(text)
    ? ofParts(text, "00:00", "", "", "", assumesUtc)
    : readIso(text, assumesUtc);
  if (Number.isFinite(instant)) return instant;
  throw new CellError(
    `it is "${plainText(String(cell ?? ""))}", must be an instant like 2026-01-31T13:00:00Z`,
  );
}

function readIso(text: string, assumesUtc: boolean): number {
  const found = DATE_TIME.exec(text);
  if (found === null) return readWords(text, assumesUtc);
  const [whole, date = "", minute = "", second = "", fraction = ""] = found;
  return ofParts(date, minute, second, fraction, text.slice(whole.length), assumesUtc);
}

function readWords(text: string, assumesUtc: boolean): number {
  const found = IN_WORDS.exec(text);
  if (found === null) return NaN;
  const [, monthFirst, dayLast, dayFirst, monthLast, year, minute = "00:00", second = ""] = found;
  const month = MONTHS.indexOf(monthFirst ?? monthLast ?? "") / 3 + 1;
  const parts = [month, dayLast ?? dayFirst].map((part) => String(part).padStart(2, "0"));
  const zone = (found[8] ?? "").replace(/GMT(?=[+-])/, "");
  return ofParts([year, ...parts].join("-"), minute, second, "", zone, assumesUtc);
}

function ofParts(
  date: string,
  minute: string,
  second: string,
  fraction: string,
  zone: string,
  assumesUtc: boolean,
): number {
  if (zone === "" && !assumesUtc) {
    throw new CellError(
      "it has no zone, say --zone utc when it is UTC, and convert it when it is not",
    );
  }
  const milliseconds = fraction.padEnd(3, "0").slice(0, 3);
  const text = `${date}T${minute}:${second || "00"}.${milliseconds}Z`;
  const local = Date.parse(text);
  // A date that does not exist changes in a round trip.
  if (!Number.isFinite(local) || new Date(local).toISOString() !== text) return NaN;
  return local - zoneMs(zone);
}

function zoneMs(zone: string): number {
  if (zone === "") return 0;
  const found = ZONE.exec(zone);
  if (found === null) return NaN;
  const [, sign = "+", hours = "00", minutes = "00"] = found;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
}
