import { parse } from "@std/csv/parse";
import { faultAt } from "../fault.ts";
import type { Row } from "./table.ts";

/** Longer than any real row; a longer one is a file without line ends. */
const ROW_LENGTH_MAX = 65_536;

/**
 * Splits CSV into rows as it arrives; one row is in memory at a time. Empty lines are skipped. A row's
 * `at` is its last line, from 1.
 *
 * @param file name of the file, for messages
 * @throws {StartError} that names the line
 */
export async function* csvRows(
  file: string,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Row, undefined> {
  let open = "";
  let at = 0;
  for await (const line of readLines(file, bytes)) {
    at += 1;
    if (open === "" && !line.includes('"')) {
      if (line !== "") yield { at, cells: line.split(",") };
      continue;
    }
    open = open === "" ? line : `${open}\n${line}`;
    if (open.length > ROW_LENGTH_MAX) throw tooLong(file, at);
    // A line end within quotes belongs to the field.
    if (countMarks('"', open) % 2 === 1) continue;
    yield { at, cells: parseRow(file, at, open) };
    open = "";
  }
  if (open !== "") throw faultAt(`${file}, line ${at}`, "a quote is not closed");
}

async function* readLines(
  file: string,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string, undefined> {
  let rest = "";
  let count = 0;
  for await (const chunk of bytes.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.endsWith("\r") ? line.slice(0, -1) : line;
    count += lines.length;
    if (rest.length > ROW_LENGTH_MAX) throw tooLong(file, count + 1);
  }
  if (rest !== "") yield rest;
}

function parseRow(file: string, at: number, text: string): readonly string[] {
  try {
    return parse(text)[0] ?? [];
  } catch (cause) {
    const [, column = ""] = /column (\d+)/.exec(String(cause)) ?? [];
    throw faultAt(`${file}, line ${at}, column ${column}`, "a quote stands within a field");
  }
}

function tooLong(file: string, line: number): Error {
  return faultAt(`${file}, line ${line}`, `a row is longer than ${ROW_LENGTH_MAX} characters`);
}

function countMarks(mark: string, text: string): number {
  return text.split(mark).length - 1;
}
