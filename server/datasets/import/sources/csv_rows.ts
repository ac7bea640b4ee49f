// This module is browser compatible.

import { parse } from "@std/csv/parse";
import { faultAt } from "../fault.ts";
import { chunksOf, type Row } from "./table.ts";

/** Longer than any real row; a longer one is a file without line ends. */
const ROW_LENGTH_MAX = 65_536;
/** More empty lines than stand between the rows of any file; bounds the time for a file of nothing else. */
const EMPTY_MAX = 1_000_000;
/** What may stand between fields; of the header's, the most frequent counts. */
const SEPARATORS = [",", ";", "\t", "|"];
/** A first line in which a spreadsheet states the separator. */
const STATED = /^sep=(.)$/i;

/** The form of a CSV file, known once its header has been read. */
export interface CsvForm {
  separator: string;
}

/**
 * Splits CSV into rows as it arrives; one row is in memory at a time. Empty lines are skipped. A row's
 * `at` is its last line, from 1.
 *
 * @param file name of the file, for messages
 * @param form receives the separator
 * @throws {StartError} that names the line
 */
export async function* csvRows(
  file: string,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
  form: CsvForm = { separator: "" },
): AsyncGenerator<Row, undefined> {
  let open = "";
  let openedAt = 0;
  let at = 0;
  let empty = 0;
  for await (const line of readLines(file, bytes)) {
    at += 1;
    if (line === "" && ++empty > EMPTY_MAX) {
      throw faultAt(`${file}, line ${at}`, `there are more than ${EMPTY_MAX} empty lines`);
    }
    const stated = form.separator === "" ? STATED.exec(line)?.[1] : undefined;
    if (form.separator === "" && line !== "") form.separator = stated ?? findSeparator(line);
    if (stated !== undefined) continue;
    if (open === "" && !line.includes('"')) {
      if (line !== "") yield { at, cells: line.split(form.separator) };
      continue;
    }
    if (open === "") openedAt = at;
    open = open === "" ? line : `${open}\n${line}`;
    if (open.length > ROW_LENGTH_MAX) throw tooLong(file, at);
    // A line end within quotes belongs to the field.
    if (countMarks('"', open) % 2 === 1) continue;
    yield { at, cells: parseRow(file, at, open, form) };
    open = "";
  }
  if (open !== "") {
    throw faultAt(`${file}, line ${at}`, `the quote of line ${openedAt} is not closed`);
  }
}

async function* readLines(
  file: string,
  bytes: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<string, undefined> {
  let rest = "";
  let count = 0;
  for await (const chunk of chunksOf(bytes.pipeThrough(new TextDecoderStream()))) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      count++;
      if (line.length > ROW_LENGTH_MAX) throw tooLong(file, count);
      yield line.endsWith("\r") ? line.slice(0, -1) : line;
    }
    if (rest.length > ROW_LENGTH_MAX) throw tooLong(file, count + 1);
  }
  if (rest !== "") yield rest;
}

function findSeparator(head: string): string {
  const bare = head.replaceAll(/"[^"]*"/g, "");
  return SEPARATORS.reduce((most, mark) =>
    countMarks(mark, bare) > countMarks(most, bare) ? mark : most
  );
}

function parseRow(
  file: string,
  at: number,
  text: string,
  { separator }: CsvForm,
): readonly string[] {
  try {
    return parse(text, { separator })[0] ?? [];
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
