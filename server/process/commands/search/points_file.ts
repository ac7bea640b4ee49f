import { ByteWriter, ParquetWriter, schemaFromColumnData } from "hyparquet-writer";
import type { Axis } from "../../../contracts/plan.ts";
import { isTextual, labelOf, nameOf } from "../../../search/axis_scale.ts";
import type { Points } from "../../../search/points.ts";
import { rangesOf } from "../../../search/run_stage.ts";
import type { Stage } from "../../../search/stage.ts";
import type { SearchFolder } from "./folder.ts";

/** Points that are written. */
export interface PointsSource {
  readonly axes: readonly Axis[];
  readonly names: readonly string[];
  readonly statusNames: readonly string[];
  readonly stages: readonly Stage[];
}

/**
 * Writes `points.parquet`: a row for each candidate of each stage, a group of rows for each range, so
 * that memory does not grow with them. Where there is no number it has NaN.
 */
export async function writePoints(folder: SearchFolder, source: PointsSource): Promise<void> {
  await folder.fill("points.parquet", (path) => writeTable(folder, source, path));
}

async function writeTable(
  folder: SearchFolder,
  source: PointsSource,
  path: string,
): Promise<void> {
  const { axes, names, stages } = source;
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const bytes = new ByteWriter();
  const flush = (): void => {
    for (let left = bytes.getBytes(); left.length > 0;) left = left.subarray(file.writeSync(left));
    bytes.index = 0;
  };
  const parts = stages.flatMap((stage) => rangesOf(stage.count).map((range) => ({ stage, range })));
  let parquet: ParquetWriter | null = null;
  for (const { stage, range } of parts) {
    // deno-lint-ignore no-await-in-loop -- one group of rows after the other
    const points = await folder.points(stage.name, range, names);
    const columnData = columnsOf(points, stage, source);
    parquet ??= new ParquetWriter({
      writer: bytes,
      schema: schemaFromColumnData({ columnData }),
      kvMetadata: [{ key: "axes", value: JSON.stringify(axes) }],
    });
    // deno-lint-ignore no-await-in-loop -- the same
    await parquet.write({
      columnData: columnData.map(({ name, data }) => ({ name, data })),
      rowGroupSize: points.count,
    });
    flush();
  }
  await parquet?.finish();
  flush();
}

interface NamedColumn {
  readonly name: string;
  readonly data: Float64Array | Int32Array | BigInt64Array | string[];
  readonly type: "DOUBLE" | "INT64" | "STRING";
  readonly nullable: false;
}

function columnsOf(
  points: Points,
  stage: Stage,
  { axes, names, statusNames }: PointsSource,
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
    text("stage", new Array<string>(points.count).fill(stage.name)),
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
