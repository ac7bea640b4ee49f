import type { Axis } from "../../contracts/plan.ts";
import { parquetOf, type PointsSource } from "../../search/points_table.ts";
import { rangesOf } from "../../search/ranges.ts";
import { StoredRanges } from "../../search/stored_ranges.ts";
import type { SearchFolder } from "./search_folder.ts";

/** How the points of a search are named. */
export interface PointNames {
  readonly axes: readonly Axis[];
  /** Columns of the plan. */
  readonly columns: readonly string[];
  readonly statuses: readonly string[];
}

/** The stage that only the report needs; its candidates are not part of the plan. */
const NEIGHBOURS = "neighbours";

/** Writes `points.parquet` completely, or leaves the earlier one. */
export async function writePoints(folder: SearchFolder, names: PointNames): Promise<void> {
  const { stages } = await folder.store.progress(folder.id);
  const parts = stages.filter(({ stage }) => stage !== NEIGHBOURS)
    .flatMap(({ stage, count }) => rangesOf(count).map((range) => ({ stage, range })));
  const { axes, columns, statuses: statusNames } = names;
  const stored = new StoredRanges((question) => question(folder.store), folder.id, columns);
  const read: PointsSource["read"] = ({ stage, range }) => stored.points({ name: stage }, range);
  await folder.fill("points.parquet", async (path) => {
    using file = await Deno.open(path, { write: true, create: true, truncate: true });
    for await (const piece of parquetOf({ axes, names: columns, statusNames, parts, read })) {
      for (let left = piece; left.length > 0;) left = left.subarray(file.writeSync(left));
    }
  });
}
