// This module is browser compatible.

import { faultAt } from "../fault.ts";
import { openCsv } from "./csv_table.ts";
import { JSON_BYTES_MAX, openJson } from "./json_table.ts";
import { chunksOf, type Source, type Table } from "./table.ts";

type Chunk = Uint8Array<ArrayBuffer>;

const SPACE = /^[\s\uFEFF]*$/;
/** Chunks to inspect: chunks are never empty and rarely begin with this much space. */
const PEEK_BYTES = 64;
/** More white space than any file begins with; bounds the memory for it. */
const SPACE_BYTES_MAX = 2 ** 20;
/** Beginnings of what is neither CSV nor JSON in UTF-8, a character a byte, and what to do with it. */
const OTHERS: readonly (readonly [string, string])[] = [
  ["\xFE\xFF", "it is UTF-16, must be UTF-8"],
  ["\xFF\xFE", "it is UTF-16, must be UTF-8"],
  ["\x1F\x8B", "it is gzip, must be unpacked: gunzip FILE"],
  ["PK\x03\x04", "it is a ZIP file or a workbook of Excel, must be CSV: save the sheet as CSV"],
  ["PAR1", "it is Parquet, must be CSV: COPY 'FILE' TO 'FILE.csv' of DuckDB writes it"],
  ["<", "it is HTML, which a service sends in place of data, must be CSV or JSON"],
];

/**
 * Opens a source as CSV or JSON, according to its first character.
 *
 * @param isComplete whether CSV without a last line end is known to be whole
 */
export async function openSource({ file, bytes }: Source, isComplete = false): Promise<Table> {
  const reader = bytes.getReader();
  const head: Chunk[] = [];
  let start = "";
  let length = 0;
  while (SPACE.test(start)) {
    if (length > SPACE_BYTES_MAX) {
      await reader.cancel();
      throw faultAt(`${file}, line 1, column 1`, "it begins with more than 1 MB of white space");
    }
    const { done, value } = await reader.read();
    if (done) break;
    head.push(value);
    length += value.length;
    start = new TextDecoder().decode(value.subarray(0, PEEK_BYTES));
  }
  const magic = String.fromCharCode(...head.at(-1)?.subarray(0, PEEK_BYTES) ?? []).trimStart();
  const other = OTHERS.find(([mark]) => magic.startsWith(mark))?.[1];
  if (other !== undefined) throw faultAt(`${file}, line 1, column 1`, other);
  const whole = joined(head, reader);
  if (/^[\s\uFEFF]*[[{]/.test(start)) return await openJson(file, await readText(file, whole));
  return await openCsv(file, whole, { isWhole: isComplete });
}

/** Replays the chunks that were already read, followed by the rest. */
function joined(
  head: Chunk[],
  reader: ReadableStreamDefaultReader<Chunk>,
): ReadableStream<Chunk> {
  return new ReadableStream({
    async pull(controller): Promise<void> {
      const first = head.shift();
      if (first !== undefined) return controller.enqueue(first);
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel(reason): Promise<void> {
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}

async function readText(file: string, bytes: ReadableStream<Chunk>): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const pieces: string[] = [];
  let length = 0;
  try {
    for await (const chunk of chunksOf(bytes)) {
      length += chunk.length;
      if (length > JSON_BYTES_MAX) {
        const detail = `it is larger than ${JSON_BYTES_MAX} bytes of JSON; cut it, or make it CSV`;
        throw faultAt(`${file}, line 1, column 1`, detail);
      }
      pieces.push(decoder.decode(chunk, { stream: true }));
    }
    pieces.push(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw faultAt(
      `${file}, line ${pieces.join("").split("\n").length}, column 1`,
      "it is not UTF-8",
    );
  }
  return pieces.join("");
}
