// This module is browser compatible.

/** A cell; null is empty, numbers have full precision. */
export type CsvCell = string | number | null;

/**
 * Returns rows as CSV (RFC 4180).
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(csvOf([["a", "b"], [0.1, 'x, "y"']]), 'a,b\r\n0.1,"x, ""y"""\r\n');
 * ```
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(written).join(",")}\r\n`).join("");
}

function written(cell: CsvCell): string {
  const text = cell === null ? "" : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Converts a title to the name of a file.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(fileName("Score, term by term", "csv"), "score-term-by-term.csv");
 * ```
 */
export function fileName(title: string, extension: string): string {
  const parts = title.toLowerCase().match(/[a-z0-9]+/g) ?? ["arena"];
  return `${parts.join("-")}.${extension}`;
}
