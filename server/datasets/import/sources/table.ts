// This module is browser compatible.

import type { Place } from "../fault.ts";
import type { Cell } from "../cells.ts";

/** A row of a source, with what finds it again: its line in CSV, its number in JSON. */
export interface Row {
  readonly at: number;
  readonly cells: readonly Cell[];
}

/** A source as rows of cells, whatever its form is. */
export interface Table {
  readonly file: string;
  readonly names: readonly string[];
  readonly rows: Iterable<Row> | AsyncIterable<Row>;
  /** Says where a cell is; without a column, where a row is. */
  place(at: number, column?: number): Place;
}

/** A file as it comes, once: it may be larger than the memory. */
export interface Source {
  readonly file: string;
  readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
}
