import { type Clock, systemClock } from "../../base/clock.ts";
import { openDatabase, OPERATING, RECORDING, setAccess } from "../../store/database.ts";
import { type Sql, StoreError } from "../../store/sql.ts";
import { type Database, SqliteSql, untilUnlocked } from "../../store/sqlite.ts";
import type { Folder } from "../../store/store_file.ts";
import { ArenaSql } from "./arena_sql.ts";
import type { ArenaStore } from "./arena_store.ts";
import { SEASON_MIGRATIONS } from "../../store/season_migrations.ts";
import { SqlPublished } from "./sql_published.ts";
import { SqlSeasons } from "./sql_seasons.ts";
import { SqlSigningKeys } from "./sql_signing_keys.ts";

/** How long a change waits for the lock of another process. */
const LOCK_MS = 5_000;

/**
 * Opens a file of the arena; creates and migrates it as needed. A change waits for the lock of another
 * process while the thread goes on, and is on the disk when it returns: its caller may hand out a
 * receipt.
 *
 * @param identityOf the identity of a file, by which one is found that has lost its name
 * @throws {Error} when the file cannot be opened, or another program has written it
 */
export function openSqliteArena(
  path: string,
  clock: Pick<Clock, "epochMs">,
  identityOf: Folder["identityOf"] = () => null,
): ArenaStore {
  const database = openDatabase(path, OPERATING, SEASON_MIGRATIONS);
  const identity = identityOf(path);
  setAccess(database, RECORDING);
  const open = (): Database => {
    // SQLite would write on, and entries with receipts would be gone with the process.
    if (identityOf(path) === identity) return database;
    const lost = `Cannot use ${path}: it was removed or replaced, put it back or start again`;
    throw new StoreError(new Error(lost), { isTemporary: false, code: null });
  };
  return sqliteArena(new SqliteSql(open), clock, () => database.close());
}

/** Returns the stores of an open file, which `close` closes. */
export function openArenaOf(database: Database, clock: Pick<Clock, "epochMs">): ArenaStore {
  setAccess(database, RECORDING);
  return sqliteArena(new SqliteSql(() => database), clock, () => database.close());
}

/** Returns the stores over the tables of a file. */
export function sqliteArena(
  sqlite: Sql,
  clock: Pick<Clock, "epochMs">,
  close: () => void,
): ArenaStore {
  const waiting: Sql = {
    query: (...args) => untilUnlocked(systemClock, LOCK_MS, () => sqlite.query(...args)),
    transaction: (work) => untilUnlocked(systemClock, LOCK_MS, () => sqlite.transaction(work)),
  };
  const sql = new ArenaSql(waiting, {
    lockLog: "",
    now: () => ({ text: "?", values: [clock.epochMs()] }),
  });
  return arenaOf(sql, close);
}

/** Returns the stores over open tables. */
export function arenaOf(sql: ArenaSql, close: () => void | Promise<void>): ArenaStore {
  return {
    seasons: new SqlSeasons(sql),
    signingKeys: new SqlSigningKeys(sql),
    published: new SqlPublished(sql),
    close,
  };
}
