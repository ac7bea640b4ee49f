import type { Axis } from "../../contracts/plan.ts";
import { parquetOf, pointsPartsOf, type PointsSource } from "../../search/points_table.ts";
import type { SearchReport } from "../../search/report.ts";
import { StoredRanges } from "../../search/stored_ranges.ts";
import type { SearchFolder } from "./search_folder.ts";

/** How the points of a search are named. */
export interface PointNames {
  readonly axes: readonly Axis[];
  /** Columns of the plan. */
  readonly columns: readonly string[];
  readonly statuses: readonly string[];
  /** Most candidates of a range. */
  readonly rangeMax: number;
}

/** Writes `points.parquet` completely, or leaves the earlier one. */
export async function writePoints(
  folder: SearchFolder,
  report: Pick<SearchReport, "stages">,
  names: PointNames,
): Promise<void> {
  const parts = pointsPartsOf(report, names.rangeMax);
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
