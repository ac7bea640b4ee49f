import type { Clock } from "../../base/clock.ts";
import { FolderParts } from "../../store/parts/folder_parts.ts";
import type { CountTries } from "../../store/trial_store.ts";
import { diskFolder } from "../disk_folder.ts";
import { keysIn, openSqliteSearches, type Searches } from "../../store/searches.ts";

/** The place of stored searches. */
export interface SearchPlace {
  /** The SQLite file, without a database. */
  readonly path: string;
  /** The SQLite file of keys, which also has their trials. */
  readonly keysFile: string;
  /** null: searches are in the file. */
  readonly databaseUrl: string | null;
  /** Most connections to the database at once. */
  readonly connections: number;
  /** The folder of the points that searches keep. */
  readonly points: string;
}

/**
 * Opens the searches of a server.
 *
 * @param changed called when a search was added or cancelled
 * @throws {Error} when the store cannot be reached, or was written by a later program
 */
export async function openSearches(
  { path, keysFile, databaseUrl, connections, points }: SearchPlace,
  clock: Clock,
  changed?: () => void,
): Promise<Searches> {
  const files = new FolderParts(points);
  if (databaseUrl === null) {
    return openSqliteSearches(path, clock, { files, changed, ...keysIn(keysFile, diskFolder) });
  }
  // Slow to load, and only used with a database.
  const { openPostgresSearches } = await import("../../store/postgres/searches.ts");
  return await openPostgresSearches(databaseUrl, clock, { files, changed, connections });
}

/** Returns a function that counts the tries of keys, for a program without open searches. */
export async function openTries(
  { keysFile, databaseUrl }: Pick<SearchPlace, "keysFile" | "databaseUrl">,
): Promise<CountTries> {
  if (databaseUrl === null) return keysIn(keysFile, diskFolder).countTries;
  const { triesIn } = await import("../../store/postgres/searches.ts");
  return triesIn(databaseUrl);
}
