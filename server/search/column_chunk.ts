// This module is browser compatible.

import type { ColumnChunk, ColumnMetaData, Encoding, ParquetType } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import type { DictionaryMaker } from "./dictionary.ts";
import { type DistinctResults, rowsOf } from "./distinct_results.ts";
import { bitsOf, type PlacePages } from "./place_pages.ts";

/** A column of a row group, in which no value is missing. */
export type Column = DoubleColumn | TextColumn | SequenceColumn;

interface DoubleColumn {
  readonly name: string;
  readonly type: "DOUBLE";
  readonly values: Float64Array;
  /** Rows that are known to be equal. */
  readonly repeated?: DistinctResults;
}

/** Texts by their codes. */
interface TextColumn {
  readonly name: string;
  readonly type: "STRING";
  readonly codes: Float64Array;
  readonly textOf: (code: number) => string;
  /** Rows that are known to be equal. */
  readonly repeated?: DistinctResults;
}

/** The memory of a row group's columns. */
export interface ChunkMemory {
  readonly dictionaries: DictionaryMaker;
  readonly pages: PlacePages;
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

const encoder = new TextEncoder();

/**
 * Writes a column as one page, without compression. Texts have a dictionary, and so have doubles where
 * it takes fewer bytes than they do: neighbours on a grid often have the same figures. The columns of
 * `hyparquet-writer` are arrays of any values, which take ten times as long.
 */
export function writeColumn(
  writer: ByteWriter,
  column: Column,
  memory: ChunkMemory,
): ColumnChunk {
  switch (column.type) {
    case "INT64":
      return writePages(writer, column.name, sequencePages(column));
    case "STRING":
      return writePages(writer, column.name, textPages(column, memory));
    case "DOUBLE":
      return writePages(writer, column.name, doublePages(column, memory));
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

function textPages({ codes, textOf, repeated }: TextColumn, memory: ChunkMemory): Pages {
  const distinct = repeated === undefined ? codes : rowsOf(codes, repeated.firsts);
  const { entries, places } = memory.dictionaries.dictionaryOf(distinct);
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
    count: repeated?.places.length ?? codes.length,
    dictionary: { bytes: bytes.getBytes(), count: texts.length },
    encoding: "RLE_DICTIONARY",
    bytes: memory.pages.pageOf(places, texts.length, repeated?.places),
    statistics: { null_count: 0n, min_value: sorted[0] ?? "", max_value: sorted.at(-1) ?? "" },
  };
}

function doublePages({ values, repeated }: DoubleColumn, memory: ChunkMemory): Pages {
  const count = values.length;
  const distinct = repeated === undefined ? values : rowsOf(values, repeated.firsts);
  const found = memory.dictionaries.dictionaryOf(distinct, mostEntries(count));
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
    bytes: memory.pages.pageOf(places, entries.length, repeated?.places),
    statistics: boundsOf(entries),
  };
}

/** Returns the most entries of a dictionary that is smaller than the doubles themselves. */
function mostEntries(count: number): number {
  return Math.floor(count * (DOUBLE - bitsOf(count)) / DOUBLE);
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Returns the bounds of the numbers, NaN left out; the smallest zero is -0, as the format wants it. */
function boundsOf(numbers: Float64Array): Pages["statistics"] {
  let [min, max] = [Infinity, -Infinity];
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] ?? NaN;
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
