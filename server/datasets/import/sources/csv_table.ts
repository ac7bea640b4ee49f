import { faultAt } from "../fault.ts";
import { csvRows } from "./csv_rows.ts";
import type { Row, Table } from "./table.ts";

const LINE_FEED = "\n".charCodeAt(0);

/**
 * Opens CSV as a table whose rows are read as they arrive.
 *
 * @param file name of the file, for messages
 * @param isWhole whether the text is known to be complete; if not, it must end with a line end
 * @throws {StartError} that names line and column
 */
export async function openCsv(
  file: string,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  { isWhole }: { readonly isWhole: boolean },
): Promise<Table> {
  const place: Table["place"] = (line, column) => {
    if (column === undefined) return `${file}, line ${line}`;
    return `${file}, line ${line}, column ${column + 1} (${names[column] ?? ""})`;
  };
  const end = { byte: LINE_FEED, lines: 1 };
  const rows = csvRows(file, isWhole ? bytes : bytes.pipeThrough(watchEnd(end)));
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
        yield row;
        end.lines = row.at;
      }
      if (end.byte === LINE_FEED) return;
      const detail = "the file ends without a line end, so it may be cut: end its last line";
      throw faultAt(place(end.lines, names.length - 1), detail);
    })(),
  };
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
