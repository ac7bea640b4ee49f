// This module is browser compatible.

import type { Cell } from "../cells.ts";
import { faultAt, plainText } from "../fault.ts";
import { type CsvForm, csvRows } from "./csv_rows.ts";
import type { Row, Table } from "./table.ts";

const QUOTE = '"'.charCodeAt(0);
const LINE_FEED = "\n".charCodeAt(0);
const NUMBER = /^\s*[+-]?\d*([.,])\d+(?:[eE][+-]?\d+)?\s*$/;

/**
 * Opens CSV as a table whose rows are read as they arrive.
 *
 * @param file name of the file, for messages
 * @param isWhole whether the text is known to be complete; if not, it must end with a line end, or
 *   with a closed quote
 * @throws {StartError} that names line and column
 */
export async function openCsv(
  file: string,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  { isWhole }: { readonly isWhole: boolean },
): Promise<Table> {
  const place: Table["place"] = (line, column) => {
    if (column === undefined) return `${file}, line ${line}`;
    return `${file}, line ${line}, column ${column + 1} (${plainText(names[column] ?? "")})`;
  };
  const end = { byte: LINE_FEED, lines: 1 };
  const form: CsvForm = { separator: "" };
  const marks = new DecimalMarks(form, place);
  const rows = csvRows(file, isWhole ? bytes : bytes.pipeThrough(watchEnd(end)), form);
  const first = await rows.next();
  if (first.done) throw faultAt(`${file}, line 1, column 1`, "it is empty");
  const names: readonly string[] = first.value.cells.map((name) => String(name).trim());
  const twice = names.findIndex((name, at) => name !== "" && names.indexOf(name) !== at);
  if (twice >= 0) throw faultAt(place(1, twice), "the column is there twice, must be there once");
  return {
    file,
    names,
    place,
    rows: (async function* (): AsyncIterable<Row> {
      for await (const row of rows) {
        if (row.cells.length !== names.length) {
          const detail = `it has ${row.cells.length} fields, must have ${names.length}`;
          const column = Math.min(row.cells.length, names.length);
          throw faultAt(`${file}, line ${row.at}, column ${column}`, detail);
        }
        yield marks.read(row);
        end.lines = row.at;
      }
      if (end.byte === LINE_FEED || end.byte === QUOTE) return;
      const detail = "the file ends without a line end, so it may be cut: end its last line, or " +
        "say --complete when this is its last row";
      throw faultAt(place(end.lines, names.length - 1), detail);
    })(),
    remarks: () => [
      ...form.separator === "," ? [] : [`${file}: separated by ${JSON.stringify(form.separator)}`],
      ...marks.isComma ? [`${file}: numbers with a decimal comma`] : [],
    ],
  };
}

/**
 * Reads decimal commas: only where semicolons separate the fields, so that a comma separates nothing,
 * and only if no number has a point.
 */
class DecimalMarks {
  readonly #form: CsvForm;
  readonly #place: Table["place"];
  #mark = "";

  constructor(form: CsvForm, place: Table["place"]) {
    this.#form = form;
    this.#place = place;
  }

  get isComma(): boolean {
    return this.#mark === ",";
  }

  read(row: Row): Row {
    if (this.#form.separator !== ";") return row;
    return { ...row, cells: row.cells.map((cell, column) => this.#cell(cell, row.at, column)) };
  }

  #cell(cell: Cell, line: number, column: number): Cell {
    const mark = typeof cell === "string" ? NUMBER.exec(cell)?.[1] : undefined;
    if (mark === undefined) return cell;
    if (this.#mark === "") this.#mark = mark;
    if (mark === this.#mark) return String(cell).replace(",", ".");
    const detail = `it is ${JSON.stringify(cell)}, the numbers before it have "${this.#mark}"`;
    throw faultAt(this.#place(line, column), `${detail}: one decimal mark is wanted in a file`);
  }
}

/** Passes bytes through and remembers the last byte. */
function watchEnd(
  end: { byte: number },
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, controller): void {
      end.byte = chunk.at(-1) ?? end.byte;
      controller.enqueue(chunk);
    },
  });
}
