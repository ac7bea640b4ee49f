import type { Clock } from "../../base/clock.ts";
import { FolderParts } from "../../store/parts/folder_parts.ts";
import type { CountTries } from "../../store/trial_store.ts";
import type { Config } from "../config.ts";
import { diskFolder } from "../disk_folder.ts";
import { keysIn, openSqliteSearches, type Searches } from "../../store/searches.ts";

/**
 * Opens the searches of a server.
 *
 * @param changed called when a search was added or cancelled
 * @throws {Error} when the store cannot be reached, or another program has written it
 */
export async function openSearches(
  { searches: { file, points }, keysFile, databaseUrl, databaseConnections: connections }: Config,
  clock: Clock,
  changed?: () => void,
): Promise<Searches> {
  const files = new FolderParts(points);
  if (databaseUrl === null) {
    return openSqliteSearches(file, clock, { files, changed, ...keysIn(keysFile, diskFolder) });
  }
  // Slow to load, and only used with a database.
  const { openPostgresSearches } = await import("../../store/postgres/searches.ts");
  return await openPostgresSearches(databaseUrl, clock, { files, changed, connections });
}

/** Returns a function that counts the tries of keys, for a program without open searches. */
export async function openTries(
  { keysFile, databaseUrl }: Pick<Config, "keysFile" | "databaseUrl">,
): Promise<CountTries> {
  if (databaseUrl === null) return keysIn(keysFile, diskFolder).countTries;
  const { triesIn } = await import("../../store/postgres/searches.ts");
  return triesIn(databaseUrl);
}
