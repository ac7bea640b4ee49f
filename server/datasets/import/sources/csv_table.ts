import { type CsvError, parse } from "csv-parse/stream";
import { faultAt } from "../fault.ts";
import type { Row, Table } from "./table.ts";

/** More than any row has: a longer one is a file without line ends. */
const ROW_BYTES_MAX = 65_536;
const LINE_FEED = "\n".charCodeAt(0);

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads CSV as it comes: one row is in memory at a time.
 *
 * @param file its name, for messages
 * @param isWhole whether the text is known to be whole; of a file that is not, the last line end says so
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
  const rows = readRows(file, isWhole ? bytes : bytes.pipeThrough(watchEnd(end)));
  const first = await rows.next();
  if (first.done) throw faultAt(`${file}, line 1, column 1`, "it is empty");
  const names: readonly string[] = first.value.cells.map((name) => String(name).trim());
  const twice = names.findIndex((name, at) => name !== "" && names.indexOf(name) !== at);
  if (twice >= 0) throw faultAt(place(1, twice), "it is there twice, must be there once");
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

async function* readRows(
  file: string,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Row, undefined> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: ROW_BYTES_MAX,
  });
  let line = 0;
  try {
    for await (const { record, info } of bytes.pipeThrough(parser) as ReadableStream<Parsed>) {
      line = info.lines;
      yield { at: line, cells: record };
    }
  } catch (cause) {
    if (!isCsvError(cause)) throw cause;
    const at = `${file}, line ${cause.lines ?? line + 1}, column ${Number(cause.index ?? 0) + 1}`;
    throw faultAt(at, REASONS[cause.code] ?? `it is not CSV (${cause.message})`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
  CSV_MAX_RECORD_SIZE: `a row is longer than ${ROW_BYTES_MAX} bytes`,
  CSV_INVALID_CLOSING_QUOTE: "a quote is closed before the field ends",
  INVALID_OPENING_QUOTE: "a quote stands within a field",
};

function isCsvError(thrown: unknown): thrown is CsvError & { lines?: number; index?: unknown } {
  return thrown instanceof Error && "code" in thrown && /CSV|QUOTE/.test(String(thrown.code));
}

/** Passes bytes on and remembers the last of them. */
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
