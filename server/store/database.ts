// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";

/** An open SQLite file. */
export type Database = DatabaseSync;

const SCHEMA_VERSION = 1;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    scopes TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'revoked')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER
  ) STRICT;
  CREATE TABLE IF NOT EXISTS trials (
    key_id TEXT NOT NULL,
    market_id INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sharpe_count INTEGER NOT NULL,
    mean REAL NOT NULL,
    m2 REAL NOT NULL,
    PRIMARY KEY (key_id, market_id)
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

/**
 * Opens the file of keys and trials, and makes its tables in a new one.
 *
 * @param path a file, or ":memory:"
 * @throws {Error} when the file was written by another version of this program
 */
export function openDatabase(path: string): Database {
  // A command and the server may have the file open at once: readers never wait, writers briefly.
  const database = new DatabaseSync(path, { timeout: 250 });
  const version = Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
  if (version !== 0 && version !== SCHEMA_VERSION) {
    throw new Error(`Cannot open ${path}: its version is ${version}, must be ${SCHEMA_VERSION}`);
  }
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  if (version === 0) database.exec(SCHEMA);
  return database;
}
