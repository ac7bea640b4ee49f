// This module is browser compatible.

import { parse } from "@std/csv/parse";
import { StartError } from "../base/errors.ts";

/** Columns of market data; the engine checks which of them are required. */
export interface Columns {
  /** Names, in the order of the file; the first is `timestamp`. */
  readonly names: readonly string[];
  readonly rowCount: number;
  /** Column after column, each `rowCount` long; timestamps in milliseconds since 1970. */
  readonly values: Float64Array<ArrayBuffer>;
}

const TIMESTAMP = "timestamp";
const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z/.source;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/.source;
const INSTANT_FIELD = new RegExp(`^${INSTANT}$`);
const NUMBER_FIELD = new RegExp(`^${NUMBER}$`);
const PLAIN_LINE = new RegExp(`^${INSTANT}(?:,${NUMBER})*$`);

/**
 * Parses a dataset file. The parser checks the format; the engine checks the numbers.
 *
 * @param file name of the file, for messages
 * @param text its content
 * @throws {StartError} that names file, line and column
 */
export function parseColumns(file: string, text: string): Columns {
  const { rows: [names = [], ...rows], isPlain } = parseRows(file, text);
  if (names[0] !== TIMESTAMP) {
    throw new StartError(`Cannot read ${file}: first column is "${names[0]}", must be timestamp`);
  }
  const values = new Float64Array(names.length * rows.length);
  rows.forEach((row, rowIndex) => {
    if (row.length !== names.length) {
      throw new StartError(
        `Cannot read ${file}: line ${rowIndex + 2} has ${row.length} fields, ` +
          `must have ${names.length}`,
      );
    }
    const time = Date.parse(row[0] ?? "");
    // This check also rejects a well-formed date that does not exist.
    if (!isPlain || Number.isNaN(time)) checkFields(file, names, row, rowIndex + 2);
    values[rowIndex] = time;
    for (let column = 1; column < row.length; column++) {
      values[column * rows.length + rowIndex] = Number(row[column]);
    }
  });
  return { names, rowCount: rows.length, values };
}

interface Rows {
  readonly rows: readonly (readonly string[])[];
  /** Whether every field below the header is known to have the right format. */
  readonly isPlain: boolean;
}

/**
 * Splits a file into rows of fields. A file without quotes is split at commas, which takes a fifth of
 * a CSV parser's time, and checked by line instead of by field.
 */
function parseRows(file: string, text: string): Rows {
  if (!text.includes('"')) {
    const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
    return {
      rows: lines.map((line) => line.split(",")),
      isPlain: lines.every((line, index) => index === 0 || PLAIN_LINE.test(line)),
    };
  }
  try {
    return { rows: parse(text), isPlain: false };
  } catch (cause) {
    throw new StartError(`Cannot read ${file}: it is not CSV`, { cause });
  }
}

function checkFields(
  file: string,
  names: readonly string[],
  row: readonly string[],
  line: number,
): void {
  row.forEach((field, index) => {
    const isTime = index === 0;
    if (isTime ? isInstant(field) : NUMBER_FIELD.test(field)) return;
    throw new StartError(
      `Cannot read ${file}: ${names[index]} in line ${line} is "${field}", ` +
        `must be ${isTime ? "an ISO 8601 instant ending in Z" : "a number"}`,
    );
  });
}

function isInstant(field: string): boolean {
  return INSTANT_FIELD.test(field) && !Number.isNaN(Date.parse(field));
}
