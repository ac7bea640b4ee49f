import type { KeyRegister } from "../store/key_store.ts";
import { systemClock } from "../base/clock.ts";
import { messageOf, StartError } from "../base/errors.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "../store/database.ts";
import { StoreError } from "../store/sql.ts";
import { SqlKeyRegister, SqlKeyStore } from "../store/sql_keys.ts";
import { SqliteTrialStore } from "../store/sql_trials.ts";
import { SqliteSql } from "../store/sqlite.ts";
import { diskFolder } from "./disk_folder.ts";
import { StoreFile } from "../store/store_file.ts";
import { WriteBehind } from "../store/write_behind.ts";
import type { Stores } from "../store/stores.ts";

/** The place of keys and trials. */
export type StorePlace = Pick<
  Config,
  "databaseUrl" | "databaseConnections" | "keysFile" | "keyStoreDeadlineMs"
>;

/**
 * Opens the file of keys and trials, or the database.
 *
 * @param report called when a write fails, and when the file was replaced
 * @throws {StartError} when the file or database cannot be opened
 */
export async function openStores(
  place: StorePlace,
  report: (sentence: string) => void,
): Promise<Stores> {
  if (place.databaseUrl === null) return openFile(place.keysFile, report);
  const { openPostgresStores } = await import("./postgres_stores.ts");
  const { databaseUrl, databaseConnections, keyStoreDeadlineMs } = place;
  return await openPostgresStores(
    { url: databaseUrl, connections: databaseConnections, deadlineMs: keyStoreDeadlineMs },
    report,
  );
}

function openFile(path: string, report: (sentence: string) => void): Stores {
  const file = orStartError(path, () => new StoreFile(path, diskFolder));
  const keys = new SqlKeyStore(file.sql);
  const trials = new SqliteTrialStore(file.sql, () => writer.isWritable);
  const writer: WriteBehind = new WriteBehind(systemClock, file, [trials, keys], report);
  return {
    keys,
    trials,
    withRegister: (work) =>
      file.awaitingLocks(() => workOn(path, new SqlKeyRegister(file.sql), work)),
    close: () => writer.close(),
  };
}

/**
 * Opens the keys, runs some work on them and closes them.
 *
 * @throws {StartError} when they cannot be opened, read or written
 */
export async function withKeyRegister<T>(
  { databaseUrl, keysFile: path }: Pick<StorePlace, "databaseUrl" | "keysFile">,
  work: (keys: KeyRegister) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== null) {
    const { withPostgresRegister } = await import("./postgres_stores.ts");
    return await withPostgresRegister(databaseUrl, work);
  }
  const database = orStartError(path, () => openDatabase(path));
  try {
    return await workOn(path, new SqlKeyRegister(new SqliteSql(() => database)), work);
  } finally {
    database.close();
  }
}

async function workOn<T>(
  path: string,
  keys: KeyRegister,
  work: (keys: KeyRegister) => Promise<T>,
): Promise<T> {
  try {
    return await work(keys);
  } catch (error) {
    throw error instanceof StoreError ? asStartError(path, error) : error;
  }
}

/** Opens a file; creates its folder if it is missing. */
function orStartError<T>(path: string, open: () => T): T {
  try {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (parent !== "") Deno.mkdirSync(parent, { recursive: true });
    return open();
  } catch (error) {
    throw asStartError(path, error);
  }
}

/** Returns an error for the operator with the message of SQLite, such as "database or disk is full". */
function asStartError(path: string, error: unknown): StartError {
  const reason = messageOf(error);
  return new StartError(`Cannot use the keys in ${path}: ${reason}`, { cause: error });
}
