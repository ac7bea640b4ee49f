/** A cell; null is empty, numbers have full precision. */
export type CsvCell = string | number | null;

/**
 * Returns rows as CSV (RFC 4180). A text that a spreadsheet would run as a formula begins with an
 * apostrophe: names on a board, and files of work, come from strangers.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(csvText([["a", "b"], [-0.1, 'x, "y"']]), 'a,b\r\n-0.1,"x, ""y"""\r\n');
 * assertEquals(csvText([["=1+1", "-0.1"]]), "'=1+1,-0.1\r\n");
 * ```
 */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(written).join(",")}\r\n`).join("");
}

function written(cell: CsvCell): string {
  const content = String(cell ?? "");
  const isFormula = /^[=+\-@\t\r]/.test(content) && Number.isNaN(Number(content));
  const text = isFormula ? `'${content}` : content;
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
