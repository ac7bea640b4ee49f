import type { PathColumns } from "../server/datasets/path_figures/measure_path.ts";

/** A parsed dataset file. */
export interface Table {
  /** Column names in the order of the file; the first is `timestamp`. */
  readonly names: readonly string[];
  readonly bars: number;
  /** Column after column; timestamps in milliseconds since 1970. */
  readonly values: Float64Array;
}

/** Parses a file that the generator wrote: plain fields without quotes. */
export function parseTable(csv: string): Table {
  const [head = "", ...lines] = csv.trimEnd().split("\n");
  const names = head.split(",");
  const bars = lines.length;
  const values = new Float64Array(names.length * bars);
  lines.forEach((line, bar) => {
    line.split(",").forEach((field, column) => {
      values[column * bars + bar] = column === 0 ? Date.parse(field) : Number(field);
    });
  });
  return { names, bars, values };
}

/**
 * Returns a column.
 *
 * @throws when the table has no column of that name
 */
export function column({ names, bars, values }: Table, name: string): Float64Array {
  const at = names.indexOf(name);
  if (at < 0) throw new Error(`Cannot read column ${name}: there are ${names.join(", ")}`);
  return values.subarray(at * bars, (at + 1) * bars);
}

/** Returns the columns that the statistics of a path need. */
export function pathColumns(table: Table): PathColumns {
  const [timestamp, impliedApy] = [column(table, "timestamp"), column(table, "impliedApy")];
  const [underlyingApy, syIndex] = [column(table, "underlyingApy"), column(table, "syIndex")];
  return { timestamp, impliedApy, underlyingApy, syIndex };
}
