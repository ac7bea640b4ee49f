import { inOrder, joinParts } from "../../search/points/points_part.ts";
import type { SearchFolder } from "./search_folder.ts";

const NAME = "points.parquet";

/** Writes `points.parquet` completely, or leaves the earlier one; then removes the parts. */
export async function writePoints(
  folder: SearchFolder,
  report: Parameters<typeof inOrder>[0],
): Promise<void> {
  const { store, id } = folder;
  // An earlier run has written the file, and removed its parts.
  if (await folder.has(NAME)) return;
  const parts = inOrder(report, await store.parts(id));
  if (parts === null) throw new Error("Cannot write the points: ranges of the search lack them");
  await folder.fill(NAME, async (path) => {
    using file = await Deno.open(path, { write: true, create: true, truncate: true });
    const keys = parts.map(({ key }) => key);
    for await (const piece of joinParts(keys, (key) => store.part(key))) {
      for (let left = piece; left.length > 0;) left = left.subarray(file.writeSync(left));
    }
  });
  await folder.removeParts();
}
