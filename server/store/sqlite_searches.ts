import type { Clock } from "../base/clock.ts";
import { openDatabase, SEARCHING } from "./database.ts";
import { SEARCH_MIGRATIONS } from "./search_migrations.ts";
import type { SearchJobs, SearchStore } from "./search_store.ts";
import { SqliteSearchJobs } from "./sqlite_search_jobs.ts";
import { SearchFile, SqliteSearchStore } from "./sqlite_search_store.ts";

/** Searches, their jobs, and what is kept of both. */
export interface Searches {
  readonly searches: SearchStore;
  readonly jobs: SearchJobs;
  close(): void | Promise<void>;
}

/**
 * Opens the file of searches; creates and migrates it as needed.
 *
 * @throws {Error} when it cannot be opened, or was written by a later program
 */
export function openSqliteSearches(path: string, clock: Clock): Searches {
  const file = new SearchFile(openDatabase(path, SEARCHING, SEARCH_MIGRATIONS));
  const jobs = new SqliteSearchJobs(file, clock);
  const searches = new SqliteSearchStore(file, clock, () => jobs.look());
  return { searches, jobs, close: () => file.close() };
}
