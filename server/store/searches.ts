import type { Clock } from "../base/clock.ts";
import { openDatabase, OPERATING, SEARCHING, setAccess } from "./database.ts";
import { endOfKey, type KeyRecord } from "./key_store.ts";
import type { PartStore } from "./parts/part_store.ts";
import type { SearchDatabase, SearchTransaction } from "./search_database.ts";
import { SEARCH_MIGRATIONS } from "./search_migrations.ts";
import type { SearchJobs, SearchStore } from "./search_store.ts";
import { SqlSearchJobs } from "./sql_search_jobs.ts";
import { addTrials } from "./search_trials.ts";
import { findRecords } from "./sql_keys.ts";
import { SqlSearchStore } from "./sql_search_store.ts";
import { SqliteSql } from "./sqlite.ts";
import { countTries } from "./trial_rows.ts";
import type { CountTries } from "./trial_store.ts";
import type { Folder } from "./store_file.ts";
import { SqliteSearchDatabase } from "./sqlite_search_database.ts";

/** Open searches and their jobs. */
export interface Searches {
  readonly searches: SearchStore;
  readonly jobs: SearchJobs;
  /**
   * Returns the ids of the searches that have not ended although their key was revoked or has expired.
   *
   * @throws {Error} when the store of searches or that of keys cannot be read
   */
  ofEndedKeys(): Promise<readonly string[]>;
  /** Counts the tries of keys; rejects when the store of keys cannot be read. */
  readonly countTries: CountTries;
  close(): void | Promise<void>;
}

/** Returns the records of those ids that there are. */
export type FindKeys = (ids: readonly string[]) => Promise<readonly KeyRecord[]>;

const NO_KEYS: FindKeys = () => Promise.resolve([]);
const NO_TRIES: CountTries = () => Promise.resolve(new Map());

export interface SearchesOptions {
  /** The place of the points that searches keep. */
  readonly files: PartStore;
  /** Called when a search was added or cancelled, for workers on other threads. */
  readonly changed?: (() => void) | undefined;
  /** Most connections to a database at once. */
  readonly connections?: number | undefined;
  /** Returns the records of keys; by default no search ends with its key. */
  readonly findKeys?: FindKeys | undefined;
  /** Counts tries; by default no key has any. */
  readonly countTries?: CountTries | undefined;
}

export interface SqliteOptions extends SearchesOptions {
  /** Adds the trials of a search to those of its key; by default they do not count. */
  readonly addTrials?: SearchTransaction["addTrials"] | undefined;
}

/**
 * Opens a file of searches; creates and migrates it as needed.
 *
 * @throws {Error} when the file cannot be opened, or another program has written it
 */
export function openSqliteSearches(
  path: string,
  clock: Clock,
  { addTrials, ...options }: SqliteOptions,
): Searches {
  const database = openDatabase(path, OPERATING, SEARCH_MIGRATIONS);
  setAccess(database, SEARCHING);
  const sql = new SqliteSql(() => database);
  const close = (): void => database.close();
  return searchesOf(new SqliteSearchDatabase(sql, clock, { addTrials, close }), clock, options);
}

/**
 * Returns what searches and boards need of a file of keys: its records, its tries, and a function that
 * adds the trials of searches inside a transaction of searches. Each opens the file every time, because another may have
 * taken its place, and never makes one: a server that misses its keys must not find an empty file.
 */
export function keysIn(
  path: string,
  { identityOf }: Pick<Folder, "identityOf">,
): {
  readonly addTrials: SearchTransaction["addTrials"];
  readonly findKeys: FindKeys;
  readonly countTries: CountTries;
} {
  const use = async <T>(work: (sql: SqliteSql) => Promise<T>): Promise<T> => {
    if (identityOf(path) === null) throw new Error(`Cannot use the keys: ${path} is missing`);
    const database = openDatabase(path, SEARCHING);
    try {
      return await work(new SqliteSql(() => database));
    } finally {
      database.close();
    }
  };
  return {
    addTrials: (trials) =>
      use((sql) => sql.nested((transaction) => addTrials(transaction, trials))),
    findKeys: (ids) => use((sql) => findRecords(sql, ids)),
    countTries: (...tries) => use((sql) => countTries(sql, ...tries)),
  };
}

/** Returns the searches of an open database. */
export function searchesOf(
  database: SearchDatabase,
  clock: Clock,
  { files, changed = (): void => {}, findKeys = NO_KEYS, countTries = NO_TRIES }: SearchesOptions,
): Searches {
  const jobs = new SqlSearchJobs(database, clock);
  const searches = new SqlSearchStore(database, clock, {
    files,
    changed: () => {
      jobs.poll();
      changed();
    },
  });
  return {
    searches,
    jobs,
    ofEndedKeys: async () => {
      const open = await database.query("SELECT id, key_id FROM searches WHERE ended_at IS NULL");
      if (open.length === 0) return [];
      const keys = await findKeys([...new Set(open.map((row) => String(row["key_id"])))]);
      const ended = keys.filter((key) => endOfKey(key, clock.epochMs()) !== null);
      const ids = new Set(ended.map(({ id }) => id));
      return open.filter((row) => ids.has(String(row["key_id"]))).map(({ id }) => String(id));
    },
    countTries,
    close: () => database.close(),
  };
}
