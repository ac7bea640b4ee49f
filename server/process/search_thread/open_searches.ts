import type { Clock } from "../../base/clock.ts";
import { openSqliteSearches, type Searches } from "../../store/searches.ts";

/** Where searches are kept. */
export interface SearchPlace {
  /** The file, where there is no database. */
  readonly path: string;
  /** null: there is none. */
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
  // Slow to load, and of no use without a database.
  const { openPostgresSearches } = await import("../../store/postgres/searches.ts");
  return await openPostgresSearches(databaseUrl, clock);
}
