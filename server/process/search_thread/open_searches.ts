import type { Clock } from "../../base/clock.ts";
import { openSqliteSearches, type Searches } from "../../store/searches.ts";

/** The place of stored searches. */
export interface SearchPlace {
  /** The SQLite file, without a database. */
  readonly path: string;
  /** null: searches are in the file. */
  readonly databaseUrl: string | null;
}

/**
 * Opens the searches of a server or a worker.
 *
 * @throws {Error} when the store cannot be reached, or was written by a later program
 */
export async function openSearches(
  { path, databaseUrl }: SearchPlace,
  clock: Clock,
): Promise<Searches> {
  if (databaseUrl === null) return openSqliteSearches(path, clock);
  // Slow to load, and only used with a database.
  const { openPostgresSearches } = await import("../../store/postgres/searches.ts");
  return await openPostgresSearches(databaseUrl, clock);
}
