import type { Clock } from "../base/clock.ts";
import { openDatabase, OPERATING, SEARCHING, setAccess } from "./database.ts";
import type { SearchDatabase } from "./search_database.ts";
import { SEARCH_MIGRATIONS } from "./search_migrations.ts";
import type { SearchJobs, SearchStore } from "./search_store.ts";
import { SqlSearchJobs } from "./sql_search_jobs.ts";
import { SqlSearchStore } from "./sql_search_store.ts";
import { SqliteSearchDatabase } from "./sqlite_search_database.ts";

/** Open searches and their jobs. */
export interface Searches {
  readonly searches: SearchStore;
  readonly jobs: SearchJobs;
  close(): void | Promise<void>;
}

/**
 * Opens a file of searches; creates and migrates it as needed.
 *
 * @throws {Error} when the file cannot be opened, or was written by a later program
 */
export function openSqliteSearches(path: string, clock: Clock, changed?: () => void): Searches {
  const database = openDatabase(path, OPERATING, SEARCH_MIGRATIONS);
  setAccess(database, SEARCHING);
  return searchesOf(new SqliteSearchDatabase(database, clock), clock, changed);
}

/**
 * Returns the searches of an open database.
 *
 * @param changed called when a search was added or cancelled, for workers on other threads
 */
export function searchesOf(
  database: SearchDatabase,
  clock: Clock,
  changed = (): void => {},
): Searches {
  const jobs = new SqlSearchJobs(database, clock);
  const searches = new SqlSearchStore(database, clock, () => {
    jobs.poll();
    changed();
  });
  return { searches, jobs, close: () => database.close() };
}
