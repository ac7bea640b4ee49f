// This module is browser compatible.

import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { Axis } from "../contracts/plan.ts";
import { isTextual, labelOf, nameOf } from "./axis_scale.ts";
import type { NumberRange } from "./engine_plan.ts";
import type { Points } from "./points.ts";
import { rangesOf } from "./ranges.ts";
import type { SearchReport } from "./report.ts";

/** The points of a search, read range by range. */
export interface PointsSource {
  readonly axes: readonly Axis[];
  /** Names of the columns of the plan. */
  readonly names: readonly string[];
  readonly statusNames: readonly string[];
  /** The ranges in order. */
  readonly parts: readonly PointsPart[];
  read(part: PointsPart): Promise<Points>;
}

/** The points of a range of a stage. */
export interface PointsPart {
  readonly stage: string;
  readonly range: NumberRange;
}

/**
 * Returns the parts of a finished search: every candidate of the plan in every stage that ran it. The
 * neighbours of the best are not candidates of the plan, so they have no points.
 */
export function pointsPartsOf(
  { stages }: Pick<SearchReport, "stages">,
  rangeMax: number,
): readonly PointsPart[] {
  return stages.flatMap(({ name: stage, count }) =>
    rangesOf(count, rangeMax).map((range) => ({ stage, range }))
  );
}

/** A named column; choices are texts. */
export interface NamedColumn {
  readonly name: string;
  readonly data: Float64Array | Int32Array | BigInt64Array | string[];
  readonly type: "DOUBLE" | "INT64" | "STRING";
  readonly nullable: false;
}

/**
 * Yields a Parquet file in pieces: a row per candidate of each stage, and a row group per range, so
 * that memory does not grow with the search. An undefined figure is NaN.
 */
export async function* parquetOf(source: PointsSource): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const bytes = new ByteWriter();
  const taken = (): Uint8Array<ArrayBuffer> => {
    const piece = new Uint8Array(bytes.getBytes());
    bytes.index = 0;
    return piece;
  };
  let parquet: ParquetWriter | null = null;
  for (const part of source.parts) {
    const points = await source.read(part);
    const columnData = columnsOf(points, part.stage, source);
    parquet ??= new ParquetWriter({
      writer: bytes,
      schema: schemaFromColumnData({ columnData }),
      kvMetadata: [{ key: "axes", value: JSON.stringify(source.axes) }],
    });
    await parquet.write({
      columnData: columnData.map(({ name, data }) => ({ name, data })),
      rowGroupSize: points.count,
    });
    yield taken();
  }
  await parquet?.finish();
  yield taken();
}

/** Returns the points of a range as named columns. */
export function columnsOf(
  points: Points,
  stage: string,
  { axes, names, statusNames }: Pick<PointsSource, "axes" | "names" | "statusNames">,
): NamedColumn[] {
  const text = (name: string, data: string[]): NamedColumn => ({
    name,
    data,
    type: "STRING",
    nullable: false,
  });
  const numbers = BigInt64Array.from(
    { length: points.count },
    (_, row) => BigInt(points.from + row),
  );
  const figures = names.slice(axes.length, -1);
  return [
    text("stage", new Array<string>(points.count).fill(stage)),
    { name: "number", data: numbers, type: "INT64", nullable: false },
    ...axes.map((axis, at): NamedColumn => {
      const column = points.columnAt(at);
      return isTextual(axis)
        ? text(nameOf(axis), Array.from(column, (place) => labelOf(axis, place)))
        : { name: nameOf(axis), data: column, type: "DOUBLE", nullable: false };
    }),
    ...figures.map((name): NamedColumn => ({
      name,
      data: points.column(name),
      type: "DOUBLE",
      nullable: false,
    })),
    text("status", Array.from(points.column("status"), (code) => statusNames[code] ?? "")),
  ];
}
