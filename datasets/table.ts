import type { Columns } from "../server/datasets/csv.ts";
import type { PathColumns } from "../server/datasets/path_figures/measure_path.ts";

/**
 * Returns a column of a dataset.
 *
 * @throws when the dataset has no column of that name
 */
export function column({ names, rowCount, values }: Columns, name: string): Float64Array {
  const at = names.indexOf(name);
  if (at < 0) throw new Error(`Cannot read column ${name}: there are ${names.join(", ")}`);
  return values.subarray(at * rowCount, (at + 1) * rowCount);
}

/** Returns the columns that the statistics of a path need. */
export function pathColumns(columns: Columns): PathColumns {
  const of = (name: string): Float64Array => column(columns, name);
  const [timestamp, impliedApy] = [of("timestamp"), of("impliedApy")];
  return { timestamp, impliedApy, underlyingApy: of("underlyingApy"), syIndex: of("syIndex") };
}
