import type { Points } from "../../search/points.ts";
import { parquetOf, type PointsSource } from "../../search/points_table.ts";
import { rangesOf } from "../../search/run_stage.ts";
import type { Stage } from "../../search/stage.ts";
import type { SearchFolder } from "./folder.ts";

/** Points that are written. */
export interface FileSource extends Pick<PointsSource, "axes" | "names" | "statusNames"> {
  readonly stages: readonly Stage[];
}

/** Writes `points.parquet`, all of it or nothing. */
export async function writePoints(folder: SearchFolder, source: FileSource): Promise<void> {
  await folder.fill("points.parquet", (path) => writeTable(folder, source, path));
}

async function writeTable(folder: SearchFolder, source: FileSource, path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true, truncate: true });
  const parts = source.stages.flatMap(({ name: stage, count }) =>
    rangesOf(count).map((range) => ({ stage, range }))
  );
  const read = ({ stage, range }: PointsSource["parts"][number]): Promise<Points> =>
    folder.points(stage, range, source.names);
  for await (const piece of parquetOf({ ...source, parts, read })) {
    for (let left = piece; left.length > 0;) left = left.subarray(file.writeSync(left));
  }
}
