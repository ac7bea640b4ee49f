import type { Clock } from "../../server/base/clock.ts";
import type { ArenaStore } from "../../server/season/store/arena_store.ts";
import { SEASON_MIGRATIONS } from "../../server/store/season_migrations.ts";
import { sqliteArena } from "../../server/season/store/open.ts";
import { openDatabase, RECORDING, SEARCHING, setAccess } from "../../server/store/database.ts";
import { postgresArena } from "../../server/season/store/postgres.ts";
import { PostgresSql } from "../../server/store/postgres/connection.ts";
import { migrate } from "../../server/store/postgres/migrations.ts";
import { PostgresSearchDatabase } from "../../server/store/postgres/search_database.ts";
import type { SearchDatabase } from "../../server/store/search_database.ts";
import { addTrials } from "../../server/store/search_trials.ts";
import { type Searches, searchesOf } from "../../server/store/searches.ts";
import type { Row, Sql } from "../../server/store/sql.ts";
import { SEARCH_MIGRATIONS } from "../../server/store/search_migrations.ts";
import { SqliteSql } from "../../server/store/sqlite.ts";
import { SqliteSearchDatabase } from "../../server/store/sqlite_search_database.ts";
import { MemoryParts } from "../../server/testing/memory_parts.ts";
import type { Failures } from "./failures.ts";

/** The clocks of a story: seasons have one of their own, so that no recovery changes an instant. */
export interface Clocks {
  readonly jobs: Clock;
  readonly seasons: Pick<Clock, "epochMs">;
}

/** The stores of one process. */
export interface Stores extends Searches {
  readonly arena: ArenaStore;
}

/** Databases that outlive the processes that open them. */
export interface Place extends AsyncDisposable {
  /** Opens the stores as a process that begins, which knows nothing of the one before. */
  open(clocks: Clocks): Stores;
  /** Frees the jobs of processes that are gone, for which PostgreSQL waits ten seconds. */
  freeJobs(): Promise<void>;
  rows(table: string): Promise<readonly Row[]>;
  /** Returns the number of jobs that are left. */
  jobs(): Promise<number>;
  /** Drops all rows. */
  clear(): Promise<void>;
}

/** Where each table of an SQLite place is. */
const KEYS = ["evaluated", "sharpe_ratios"];
const ARENA = [
  "published",
  "practice_boards",
  "signing_keys",
  "season_counts",
  "season_matrices",
  "season_boards",
  "season_entries",
  "seasons",
  "log",
];
const SEARCHES = ["searches", "search_results", "search_parts", "search_jobs"];
const TABLES = [...KEYS, ...ARENA, ...SEARCHES];
/** Drops the counts of keys; the row that counts all searches stays. */
const COUNT_NONE = [
  "DELETE FROM kept_searches WHERE key_id <> ''",
  "UPDATE kept_searches SET searches = 0, bytes = 0",
];

/** Returns empty databases of SQLite, in memory. */
export function sqlitePlace(failures: Failures): Place {
  const keys = openDatabase(":memory:");
  const searches = openDatabase(":memory:", SEARCHING, SEARCH_MIGRATIONS);
  const arena = openDatabase(":memory:", RECORDING, SEASON_MIGRATIONS);
  setAccess(arena, RECORDING);
  const files = [keys, searches, arena];
  const [ofKeys, ofSearches, ofArena] = files.map((file) => new SqliteSql(() => file));
  if (!ofKeys || !ofSearches || !ofArena) throw new Error("a file is missing");
  const close = (): void => {};
  const sqlOf = (table: string): SqliteSql =>
    KEYS.includes(table) ? ofKeys : ARENA.includes(table) ? ofArena : ofSearches;
  const clear = (): void => {
    for (const table of TABLES) sqlOf(table).rows(`DELETE FROM ${table}`);
    for (const statement of COUNT_NONE) ofSearches.rows(statement);
  };
  return {
    open: (clocks) => {
      // The trials of a search are in another file, whose transaction is inside that of the search.
      const trials = failures.wrap<Sql>({
        query: (...statement) => ofKeys.query(...statement),
        transaction: (work) => ofKeys.nested(work),
      });
      const database = new SqliteSearchDatabase(failures.wrap(ofSearches), clocks.jobs, {
        addTrials: (made) => trials.transaction((transaction) => addTrials(transaction, made)),
        close,
      });
      return storesOf(database, sqliteArena(failures.wrap(ofArena), clocks.seasons, close), clocks);
    },
    freeJobs: () => Promise.resolve(),
    rows: (table) => Promise.resolve(sqlOf(table).rows(`SELECT * FROM ${table}`)),
    jobs: () =>
      Promise.resolve(Number(ofSearches.rows("SELECT count(*) AS n FROM search_jobs")[0]?.["n"])),
    clear: () => Promise.resolve(clear()),
    [Symbol.asyncDispose]: () => Promise.resolve(files.forEach((file) => file.close())),
  };
}

/** Returns the databases in an empty database of PostgreSQL. */
export async function postgresPlace(url: string, failures: Failures): Promise<Place> {
  const sql = new PostgresSql(url);
  await migrate(sql);
  const counted = failures.wrap(sql);
  const database = await PostgresSearchDatabase.open(counted);
  return {
    open: (clocks) => {
      const now = () => ({ text: "?::bigint", values: [clocks.seasons.epochMs()] });
      return storesOf(database, postgresArena(counted, now), clocks);
    },
    freeJobs: async () => {
      await sql.query(`UPDATE pgboss.job_common
        SET state = 'retry', start_after = now(), retry_count = retry_count + 1
        WHERE state IN ('active', 'retry')`);
    },
    rows: (table) => sql.query(`SELECT * FROM ${table}`),
    jobs: async () => Number((await sql.query("SELECT count(*) AS n FROM search_jobs"))[0]?.["n"]),
    clear: async () => {
      // Truncating these tables takes longer than a story.
      const emptied = [...TABLES, "pgboss.job_common"].map((table) => `DELETE FROM ${table}`);
      await sql.executeSql([...emptied, ...COUNT_NONE].join("; "));
    },
    [Symbol.asyncDispose]: async () => await database.close(),
  };
}

function storesOf(database: SearchDatabase, arena: ArenaStore, { jobs }: Clocks): Stores {
  return { ...searchesOf(database, jobs, { files: new MemoryParts() }), arena };
}
