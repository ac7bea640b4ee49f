// This module is browser compatible.

import type { Place } from "../fault.ts";
import type { Cell } from "../cells.ts";

/** A row of a source and its position: the line in CSV, the row number in JSON. */
export interface Row {
  readonly at: number;
  readonly cells: readonly Cell[];
}

/** A source of any form as rows of cells. */
export interface Table {
  readonly file: string;
  readonly names: readonly string[];
  readonly rows: Iterable<Row> | AsyncIterable<Row>;
  /** Locates a cell or, without a column, a row. */
  place(at: number, column?: number): Place;
  /** Returns what was unusual about the form, after the rows were read. */
  readonly remarks?: () => readonly string[];
  /** Names beside the list of rows in JSON. */
  readonly envelope?: readonly string[];
}

/** A file as a stream, which is read once and may be larger than the memory. */
export interface Source {
  readonly file: string;
  readonly bytes: ReadableStream<Uint8Array<ArrayBuffer>>;
}

/** Returns the chunks of a stream, also in browsers whose streams cannot be iterated. */
export async function* chunksOf<Chunk>(
  stream: ReadableStream<Chunk>,
): AsyncGenerator<Chunk, undefined> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A reader that stops early reads no more of its file; one that failed has nothing to cancel.
    await reader.cancel().catch(() => {});
  }
}

/** Returns the last part of a path, in characters that every file system allows. */
export function baseName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? "";
  return name.replaceAll(/[^\w.-]/g, "_").replace(/^\.+/, "") || "source";
}
