import type { Clock } from "../base/clock.ts";
import { openDatabase, OPERATING, SEARCHING, setAccess } from "./database.ts";
import type { PartStore } from "./parts/part_store.ts";
import type { SearchDatabase, SearchTransaction } from "./search_database.ts";
import { SEARCH_MIGRATIONS } from "./search_migrations.ts";
import type { SearchJobs, SearchStore } from "./search_store.ts";
import { SqlSearchJobs } from "./sql_search_jobs.ts";
import { addTrials } from "./search_trials.ts";
import { SqlSearchStore } from "./sql_search_store.ts";
import { SqliteSql } from "./sqlite.ts";
import type { Folder } from "./store_file.ts";
import { SqliteSearchDatabase } from "./sqlite_search_database.ts";

/** Open searches and their jobs. */
export interface Searches {
  readonly searches: SearchStore;
  readonly jobs: SearchJobs;
  close(): void | Promise<void>;
}

/** Options of searches. */
export interface SearchesOptions {
  /** The place of the points that searches keep. */
  readonly files: PartStore;
  /** Called when a search was added or cancelled, for workers on other threads. */
  readonly changed?: (() => void) | undefined;
  /** Most connections to a database at once. */
  readonly connections?: number | undefined;
}

/** Options of a file of searches. */
export interface SqliteOptions extends SearchesOptions {
  /** Adds the trials of a search to those of its key; by default they do not count. */
  readonly addTrials?: SearchTransaction["addTrials"] | undefined;
}

/**
 * Opens a file of searches; creates and migrates it as needed.
 *
 * @throws {Error} when the file cannot be opened, or was written by a later program
 */
export function openSqliteSearches(
  path: string,
  clock: Clock,
  { addTrials, ...options }: SqliteOptions,
): Searches {
  const database = openDatabase(path, OPERATING, SEARCH_MIGRATIONS);
  setAccess(database, SEARCHING);
  return searchesOf(new SqliteSearchDatabase(database, clock, addTrials), clock, options);
}

/**
 * Returns a function that adds the trials of searches to those in a file of keys, inside a
 * transaction of searches. It opens the file every time, because another may have taken its place, and
 * never makes one: a server that misses its keys must not find an empty file.
 */
export function addTrialsTo(
  path: string,
  { identityOf }: Pick<Folder, "identityOf">,
): SearchTransaction["addTrials"] {
  return async (trials) => {
    if (identityOf(path) === null) throw new Error(`Cannot count trials: ${path} is missing`);
    const database = openDatabase(path, SEARCHING);
    try {
      const sql = new SqliteSql(() => database);
      await sql.nested((transaction) => addTrials(transaction, trials));
    } finally {
      database.close();
    }
  };
}

/** Returns the searches of an open database. */
export function searchesOf(
  database: SearchDatabase,
  clock: Clock,
  { files, changed = (): void => {} }: SearchesOptions,
): Searches {
  const jobs = new SqlSearchJobs(database, clock);
  const searches = new SqlSearchStore(database, clock, {
    files,
    changed: () => {
      jobs.poll();
      changed();
    },
  });
  return { searches, jobs, close: () => database.close() };
}
