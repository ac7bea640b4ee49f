// This module is browser compatible.

import { release } from "../base/release.ts";
import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { type FileMetaData, parquetMetadata, parquetRead, type RowGroup } from "hyparquet";
import { type Column, writeColumn } from "./column_chunk.ts";
import { DictionaryMaker } from "./dictionary.ts";
import { PlacePages } from "./place_pages.ts";
import type { Points } from "./points.ts";
import { columnsOf, type PointNames } from "./points_table.ts";
import { CHUNK_MAX } from "./ranges.ts";

type Bytes = Uint8Array<ArrayBuffer>;
/** A cell as Parquet returns it. */
export type Cell = number | bigint | string;

/** The length of the mark at the beginning and at the end of a file. */
const MARK = 4;

/** A file that has begun. */
interface OpenFile {
  /** The row group that is written; earlier ones have been taken. */
  readonly bytes: ByteWriter;
  readonly parquet: ParquetWriter;
}

/** The memory of all writers of this thread: a dictionary is used before the next one is made. */
const dictionaries = new DictionaryMaker(CHUNK_MAX);

/**
 * Writes the points of one range as a Parquet file, a row group per chunk. An undefined figure is NaN.
 * Pages have no index: its offsets in the file would be wrong in a joined one.
 */
export class PartWriter {
  readonly #names: PointNames;
  readonly #stage: string;
  readonly #pieces: Bytes[] = [];
  #open: OpenFile | null = null;

  constructor(names: PointNames, stage: string) {
    this.#names = names;
    this.#stage = stage;
  }

  add(points: Points): void {
    const table = columnsOf(points, this.#stage, this.#names);
    const { bytes, parquet } = this.#open ??= this.#begin(table, points.count);
    const start = bytes.offset;
    using pages = new PlacePages();
    const columns = table.map((column) => writeColumn(bytes, column, { dictionaries, pages }));
    const size = BigInt(bytes.offset - start);
    parquet.num_rows += BigInt(points.count);
    parquet.row_groups.push({
      columns,
      num_rows: BigInt(points.count),
      total_byte_size: size,
      total_compressed_size: size,
    });
    this.#take(bytes);
  }

  finish(): Bytes {
    if (this.#open === null) return new Uint8Array();
    const { bytes, parquet } = this.#open;
    parquet.finish();
    this.#take(bytes);
    const file = new Uint8Array(bytes.offset);
    let at = 0;
    for (const piece of this.#pieces) {
      file.set(piece, at);
      at += piece.length;
    }
    release(bytes.getBytes(), ...this.#pieces);
    return file;
  }

  /** Takes the bytes from the writer, whose buffer has room for one row group. */
  #take(bytes: ByteWriter): void {
    this.#pieces.push(bytes.getBytes().slice());
    bytes.index = 0;
  }

  #begin(columns: readonly Column[], rows: number): OpenFile {
    const columnData = columns.map(({ name, type }) => ({ name, type, data: [], nullable: false }));
    const bytes = new ByteWriter(columns.length * rows * Float64Array.BYTES_PER_ELEMENT);
    const parquet = new ParquetWriter({
      writer: bytes,
      schema: schemaFromColumnData({ columnData }),
      kvMetadata: [{ key: "axes", value: JSON.stringify(this.#names.axes) }],
    });
    return { bytes, parquet };
  }
}

/**
 * Yields one Parquet file with the row groups of all parts in order. Row groups are copied, and only
 * the last piece, which says where they are, is written anew.
 */
export async function* joinParts(
  keys: readonly string[],
  read: (key: string) => Promise<Bytes>,
): AsyncGenerator<Bytes> {
  const bytes = new ByteWriter();
  const groups: RowGroup[] = [];
  let first: FileMetaData | null = null;
  let offset = MARK;
  for (const key of keys) {
    const part = await read(key);
    const metadata = parquetMetadata(part.buffer);
    const length = metadata.row_groups
      .reduce((sum, group) => sum + Number(group.total_compressed_size ?? 0n), 0);
    const start = first === null ? 0 : MARK;
    first ??= metadata;
    groups.push(...metadata.row_groups.map((group) => moved(group, BigInt(offset - MARK))));
    yield part.subarray(start, MARK + length);
    offset += length;
  }
  if (first === null) return;
  const { schema, key_value_metadata: kvMetadata } = first;
  const parquet = new ParquetWriter({ writer: bytes, schema, ...(kvMetadata && { kvMetadata }) });
  parquet.row_groups = groups;
  parquet.num_rows = groups.reduce((sum, { num_rows: rows }) => sum + rows, 0n);
  // The writer has begun with a mark.
  bytes.index = 0;
  bytes.offset = offset;
  parquet.finish();
  yield bytes.getBytes().slice();
}

/**
 * Returns the parts of a finished search in the order of its stages; null when candidates lack a part.
 */
export function inOrder<P extends { readonly stage: string; readonly rows: number }>(
  { stages }: { readonly stages: readonly { readonly name: string; readonly count: number }[] },
  parts: readonly P[],
): readonly P[] | null {
  const ordered = stages.flatMap(({ name }) => parts.filter(({ stage }) => stage === name));
  const rows = ordered.reduce((sum, part) => sum + part.rows, 0);
  return rows === stages.reduce((sum, { count }) => sum + count, 0) ? ordered : null;
}

/** Returns the cells of some rows of a part, and the names of its columns. */
export async function readRows(
  part: Bytes,
  [rowStart, rowEnd]: readonly [number, number],
): Promise<{ readonly columns: readonly string[]; readonly rows: readonly (readonly Cell[])[] }> {
  const metadata = parquetMetadata(part.buffer);
  let rows: readonly (readonly Cell[])[] = [];
  await parquetRead({
    file: part.buffer,
    metadata,
    rowStart,
    rowEnd,
    rowFormat: "array",
    onComplete: (found: Cell[][]) => rows = found,
  });
  return { columns: metadata.schema.slice(1).map(({ name }) => name), rows };
}

function moved(group: RowGroup, by: bigint): RowGroup {
  const columns = group.columns.map((column) => {
    const { meta_data: data } = column;
    if (data === undefined) return column;
    const dictionary = data.dictionary_page_offset;
    return {
      ...column,
      file_offset: column.file_offset + by,
      meta_data: {
        ...data,
        data_page_offset: data.data_page_offset + by,
        ...(dictionary !== undefined && { dictionary_page_offset: dictionary + by }),
      },
    };
  });
  return { ...group, columns };
}
