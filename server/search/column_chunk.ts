// This module is browser compatible.

import type { ColumnChunk, ColumnMetaData, Encoding, ParquetType } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { release } from "../base/release.ts";
import type { DictionaryMaker } from "./dictionary.ts";

/** A column of a row group, in which no value is missing. */
export type Column = DoubleColumn | TextColumn | SequenceColumn;

interface DoubleColumn {
  readonly name: string;
  readonly type: "DOUBLE";
  readonly values: Float64Array;
}

/** Texts by their codes. */
interface TextColumn {
  readonly name: string;
  readonly type: "STRING";
  readonly codes: Float64Array;
  readonly textOf: (code: number) => string;
}

/** Consecutive whole numbers. */
interface SequenceColumn {
  readonly name: string;
  readonly type: "INT64";
  readonly from: number;
  readonly count: number;
}

/** The data page of a column, and the page of its dictionary. */
interface Pages {
  readonly type: ParquetType;
  readonly count: number;
  readonly dictionary?: { readonly bytes: Uint8Array; readonly count: number };
  readonly encoding: Encoding;
  readonly bytes: Uint8Array;
  readonly statistics: NonNullable<ColumnMetaData["statistics"]>;
}

/** Bits of a double. */
const DOUBLE = 64;
/** Values of a block of a delta encoding. */
const BLOCK = 128;
const BLOCK_PARTS = 4;

/** Values of a group of packed places. */
const GROUP = 8;

const encoder = new TextEncoder();

/**
 * Writes a column as one page, without compression. Texts have a dictionary, and so have doubles where
 * it takes fewer bytes than they do: neighbours on a grid often have the same figures. The columns of
 * `hyparquet-writer` are arrays of any values, which take ten times as long.
 */
export function writeColumn(
  writer: ByteWriter,
  column: Column,
  dictionaries: DictionaryMaker,
): ColumnChunk {
  switch (column.type) {
    case "INT64":
      return writePages(writer, column.name, sequencePages(column));
    case "STRING":
      return writePages(writer, column.name, textPages(column, dictionaries));
    case "DOUBLE":
      return writePages(writer, column.name, doublePages(column, dictionaries));
  }
}

/** Encodes the first number and the equal deltas of all others (DELTA_BINARY_PACKED). */
function sequencePages({ from, count }: SequenceColumn): Pages {
  const page = new ByteWriter();
  page.appendVarInt(BLOCK);
  page.appendVarInt(BLOCK_PARTS);
  page.appendVarInt(count);
  page.appendZigZag(BigInt(from));
  for (let at = 1; at < count; at += BLOCK) {
    page.appendZigZag(1);
    // No bits: no delta differs from the smallest.
    for (let part = 0; part < BLOCK_PARTS; part++) page.appendUint8(0);
  }
  return {
    type: "INT64",
    count,
    encoding: "DELTA_BINARY_PACKED",
    bytes: page.getBytes(),
    statistics: {
      null_count: 0n,
      min_value: BigInt(from),
      max_value: BigInt(from + count - 1),
    },
  };
}

function textPages({ codes, textOf }: TextColumn, dictionaries: DictionaryMaker): Pages {
  const { entries, places } = dictionaries.dictionaryOf(codes);
  const texts = Array.from(entries, textOf);
  const bytes = new ByteWriter();
  for (const text of texts) {
    const encoded = encoder.encode(text);
    bytes.appendUint32(encoded.length);
    bytes.appendBytes(encoded);
  }
  const sorted = texts.toSorted();
  return {
    type: "BYTE_ARRAY",
    count: codes.length,
    dictionary: { bytes: bytes.getBytes(), count: texts.length },
    encoding: "RLE_DICTIONARY",
    bytes: placesPage(places, texts.length),
    statistics: { null_count: 0n, min_value: sorted[0] ?? "", max_value: sorted.at(-1) ?? "" },
  };
}

function doublePages({ values }: DoubleColumn, dictionaries: DictionaryMaker): Pages {
  const count = values.length;
  const found = dictionaries.dictionaryOf(values, mostEntries(count));
  if (found === null) {
    const bytes = bytesOf(values);
    return { type: "DOUBLE", count, encoding: "PLAIN", bytes, statistics: boundsOf(values) };
  }
  const { entries, places } = found;
  return {
    type: "DOUBLE",
    count,
    dictionary: { bytes: bytesOf(entries), count: entries.length },
    encoding: "RLE_DICTIONARY",
    bytes: placesPage(places, entries.length),
    statistics: boundsOf(entries),
  };
}

/** Returns the most entries of a dictionary that is smaller than the doubles themselves. */
function mostEntries(count: number): number {
  return Math.floor(count * (DOUBLE - bitsOf(count)) / DOUBLE);
}

/** Returns the bits of a place in a dictionary. */
function bitsOf(entries: number): number {
  return Math.ceil(Math.log2(entries));
}

/** Returns the page of places: runs of at least 8 equal ones, and packed groups of 8 between them. */
function placesPage(places: Uint32Array, entries: number): Uint8Array {
  const bits = bitsOf(entries);
  const page = new ByteWriter(1 + Math.ceil(places.length / 8) * (bits + 2));
  page.appendUint8(bits);
  let packed = 0;
  for (let at = 0; at < places.length;) {
    const run = runAt(places, at);
    if (run < GROUP) {
      at += GROUP;
      continue;
    }
    if (packed < at) appendPacked(page, places.subarray(packed, at), bits);
    page.appendVarInt(run << 1);
    for (let bit = 0; bit < bits; bit += 8) page.appendUint8((places[at] ?? 0) >> bit & 0xff);
    packed = at += run;
  }
  if (packed < places.length) appendPacked(page, places.subarray(packed), bits);
  return page.getBytes();
}

/** Returns the number of equal places from one on. */
function runAt(places: Uint32Array, from: number): number {
  const place = places[from];
  let end = from + 1;
  while (end < places.length && places[end] === place) end++;
  return end - from;
}

/** Appends places with so many bits each; missing ones of the last group of 8 are 0. */
function appendPacked(page: ByteWriter, places: Uint32Array, bits: number): void {
  const groups = Math.ceil(places.length / GROUP);
  page.appendVarInt(groups << 1 | 1);
  const bytes = new Uint8Array(groups * bits);
  let [at, word, filled] = [0, 0, 0];
  for (let row = 0; row < places.length; row++) {
    word |= (places[row] ?? 0) << filled;
    filled += bits;
    for (; filled >= 8; filled -= 8) {
      bytes[at++] = word;
      word >>>= 8;
    }
  }
  if (filled > 0) bytes[at] = word;
  page.appendBytes(bytes);
  release(bytes);
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Returns the bounds of the numbers, NaN left out; the smallest zero is -0, as the format wants it. */
function boundsOf(numbers: Float64Array): Pages["statistics"] {
  let [min, max] = [Infinity, -Infinity];
  for (const number of numbers) {
    if (number < min) min = number;
    if (number > max) max = number;
  }
  if (min > max) return { null_count: 0n };
  return { null_count: 0n, min_value: min === 0 ? -0 : min, max_value: max + 0 };
}

function writePages(
  writer: ByteWriter,
  name: string,
  { type, count, dictionary, encoding, bytes, statistics }: Pages,
): ColumnChunk {
  const start = writer.offset;
  if (dictionary !== undefined) {
    writePageHeader(writer, {
      type: "DICTIONARY_PAGE",
      ...sizeOf(dictionary.bytes),
      dictionary_page_header: { num_values: dictionary.count, encoding: "PLAIN" },
    });
    writer.appendBytes(dictionary.bytes);
  }
  const dataStart = writer.offset;
  writePageHeader(writer, {
    type: "DATA_PAGE_V2",
    ...sizeOf(bytes),
    data_page_header_v2: {
      num_values: count,
      num_nulls: 0,
      num_rows: count,
      encoding,
      definition_levels_byte_length: 0,
      repetition_levels_byte_length: 0,
      is_compressed: false,
    },
  });
  writer.appendBytes(bytes);
  // A page of places is no view of the column.
  if (dictionary !== undefined) release(bytes);
  const size = BigInt(writer.offset - start);
  return {
    file_offset: BigInt(start),
    meta_data: {
      type,
      encodings: dictionary === undefined ? [encoding] : ["PLAIN", encoding],
      path_in_schema: [name],
      codec: "UNCOMPRESSED",
      num_values: BigInt(count),
      total_uncompressed_size: size,
      total_compressed_size: size,
      data_page_offset: BigInt(dataStart),
      ...(dictionary !== undefined && { dictionary_page_offset: BigInt(start) }),
      statistics,
    },
  };
}

function sizeOf({ length }: Uint8Array): {
  readonly uncompressed_page_size: number;
  readonly compressed_page_size: number;
} {
  return { uncompressed_page_size: length, compressed_page_size: length };
}
