// This module is browser compatible.

import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import { type FileMetaData, parquetMetadata, parquetRead, type RowGroup } from "hyparquet";
import type { Points } from "./points.ts";
import { columnsOf, type PointNames } from "./points_table.ts";

type Bytes = Uint8Array<ArrayBuffer>;
/** A cell as Parquet returns it. */
export type Cell = number | bigint | string;

/** The length of the mark at the beginning and at the end of a file. */
const MARK = 4;

/**
 * Writes the points of one range as a Parquet file, a row group per chunk. Pages have no index: its
 * offsets in the file would be wrong in a joined one.
 */
export class PartWriter {
  readonly #names: PointNames;
  readonly #stage: string;
  #parquet: ParquetWriter | null = null;

  constructor(names: PointNames, stage: string) {
    this.#names = names;
    this.#stage = stage;
  }

  add(points: Points): void {
    const columnData = columnsOf(points, this.#stage, this.#names)
      .map((column) => ({ ...column, offsetIndex: false }));
    this.#parquet ??= new ParquetWriter({
      writer: new ByteWriter(),
      schema: schemaFromColumnData({ columnData }),
      codec: "UNCOMPRESSED",
      kvMetadata: [{ key: "axes", value: JSON.stringify(this.#names.axes) }],
    });
    // One page per column, so that the library does not add up the bytes of every cell.
    this.#parquet.write({ columnData, rowGroupSize: points.count, pageSize: 0 });
  }

  finish(): Bytes {
    if (this.#parquet === null) return new Uint8Array();
    this.#parquet.finish();
    return (this.#parquet.writer as ByteWriter).getBytes().slice();
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

/** A column of points, and its cells in the order of the rows. */
export interface PointColumn {
  readonly name: string;
  readonly cells: Cell[];
}

/** Returns the columns of some rows of a part. */
export async function readCells(
  part: Bytes,
  [rowStart, rowEnd]: readonly [number, number],
): Promise<readonly PointColumn[]> {
  const metadata = parquetMetadata(part.buffer);
  const columns = metadata.schema.slice(1).map(({ name }): PointColumn => ({ name, cells: [] }));
  const byName = new Map(columns.map((column) => [column.name, column.cells]));
  await parquetRead({
    file: part.buffer,
    metadata,
    rowStart,
    rowEnd,
    // A chunk also has the rows around those that are wanted.
    onChunk: ({ columnName, columnData, rowStart: first }) => {
      const wanted = columnData.slice(Math.max(0, rowStart - first), Math.max(0, rowEnd - first));
      for (const cell of wanted) byName.get(columnName)?.push(cell);
    },
  });
  return columns;
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
