// This module is browser compatible.

/** The folder of the official datasets, beside the program. */
export const OFFICIAL_FOLDER = "datasets";

/** The folder of the real maturities of the box, beside the program. */
export const REAL_FOLDER = "datasets/real";

/** The folder of imported markets, with one subfolder for each; read when no folders are named. */
export const IMPORTS_FOLDER = "data/datasets";

/**
 * Returns the folders of `ARENA_DATASETS`, which are separated by commas; null when it names none.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(datasetFolders("/srv/official, /srv/susde"), ["/srv/official", "/srv/susde"]);
 * assertEquals(datasetFolders(""), null);
 * ```
 */
export function datasetFolders(variable: string | undefined): readonly string[] | null {
  const folders = (variable ?? "").split(",").map((path) => path.trim()).filter(Boolean);
  return folders.length === 0 ? null : folders;
}
