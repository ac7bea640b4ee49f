import { type Database, inTransaction } from "./sqlite.ts";

/**
 * Migrations of the file of keys and trials, in order: number N makes version N of the file from
 * version N - 1. Never edit a released migration: files that have run it would differ from files that
 * run it later.
 */
export const KEY_MIGRATIONS: readonly string[] = [
  // 1: keys and trials. The first program created the tables outside a transaction, so a file from an
  // interrupted start has tables and version 0.
  `
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
  `,
  // 2: when a key was revoked, the key before a rotation, limits of one key.
  `
  ALTER TABLE keys ADD COLUMN revoked_at INTEGER;
  ALTER TABLE keys ADD COLUMN previous_hash BLOB;
  ALTER TABLE keys ADD COLUMN previous_expires_at INTEGER
    CHECK ((previous_expires_at IS NULL) = (previous_hash IS NULL));
  ALTER TABLE keys ADD COLUMN units_per_second INTEGER CHECK (units_per_second > 0);
  ALTER TABLE keys ADD COLUMN simulations_in_flight INTEGER CHECK (simulations_in_flight > 0);
  ALTER TABLE keys ADD COLUMN evaluations_in_flight INTEGER CHECK (evaluations_in_flight > 0);
  `,
  // 3: trials are distinct candidates, by dataset, so the earlier counts of runs by market are
  // dropped. The bytes are candidates in ascending order, see trials.ts.
  `
  DROP TABLE trials;
  CREATE TABLE evaluated (
    key_id TEXT NOT NULL,
    dataset_hash BLOB NOT NULL CHECK (length(dataset_hash) = 32),
    formula_version INTEGER NOT NULL,
    kept BLOB NOT NULL CHECK (length(kept) % 8 = 0),
    beyond INTEGER NOT NULL CHECK (beyond >= 0),
    PRIMARY KEY (key_id, dataset_hash, formula_version)
  ) STRICT;
  CREATE TABLE sharpe_ratios (
    key_id TEXT NOT NULL,
    dataset_hash BLOB NOT NULL CHECK (length(dataset_hash) = 32),
    ratios BLOB NOT NULL CHECK (length(ratios) % 16 = 0),
    PRIMARY KEY (key_id, dataset_hash)
  ) STRICT;
  `,
  // 4: limits of one key for searches.
  `
  ALTER TABLE keys ADD COLUMN candidates_per_day INTEGER CHECK (candidates_per_day > 0);
  ALTER TABLE keys ADD COLUMN searches_at_once INTEGER CHECK (searches_at_once > 0);
  `,
  // 5: searches cost compute units, 10 for a candidate of one component.
  `
  ALTER TABLE keys RENAME COLUMN candidates_per_day TO search_units_per_day;
  UPDATE keys SET search_units_per_day = 10 * search_units_per_day;
  `,
];

/** Returns the version of a file; 0 for a new one. */
export function versionOf(database: Database): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/**
 * Migrates a file to the version of this program, in one transaction. A current file is only read.
 *
 * @throws {Error} when the file was written by a later program
 */
export function migrate(database: Database, migrations: readonly string[]): void {
  const version = versionOf(database);
  const wanted = migrations.length;
  if (version > wanted) throw new Error(`its version is ${version}, must be at most ${wanted}`);
  if (version === wanted) return;
  inTransaction(database, () => {
    // Another process may have migrated the file meanwhile.
    for (let next = versionOf(database); next < wanted; next++) {
      database.exec(`${migrations[next]} PRAGMA user_version = ${next + 1};`);
    }
  });
}
