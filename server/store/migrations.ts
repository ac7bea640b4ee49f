import { type Database, inTransaction } from "./sqlite.ts";

/**
 * Migrations of the file of keys and trials, in order. The first makes version `FIRST_VERSION` of a new
 * file, each later one the next version. Never edit a released migration: files that have run it would
 * differ from files that run it later. The text is for SQLite; `toPostgres` translates it.
 */
export const KEY_MIGRATIONS: readonly string[] = [
  // Trials are the distinct candidates of a key on a dataset; the bytes are in ascending order, see
  // trials.ts.
  `
  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    scopes TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'revoked')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER,
    revoked_at INTEGER,
    previous_hash BLOB,
    previous_expires_at INTEGER CHECK ((previous_expires_at IS NULL) = (previous_hash IS NULL)),
    units_per_second INTEGER CHECK (units_per_second > 0),
    simulations_in_flight INTEGER CHECK (simulations_in_flight > 0),
    evaluations_in_flight INTEGER CHECK (evaluations_in_flight > 0),
    search_units_per_day INTEGER CHECK (search_units_per_day > 0),
    searches_at_once INTEGER CHECK (searches_at_once > 0)
  ) STRICT;
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
];

/** The version of a store that only the first migration has made. Programs before 0.5.0 made 1 to 15. */
export const FIRST_VERSION = 50;

const BEGIN_ANEW = "move it away or name another one to begin anew";

export function versionAfter(migrations: readonly string[]): number {
  return FIRST_VERSION + migrations.length - 1;
}

/** Returns the migrations that a store of a version lacks; 0 is the version of a new one. */
export function lackedBy(version: number, migrations: readonly string[]): readonly string[] {
  return migrations.slice(ranBy(version, migrations).length);
}

/** Returns the migrations that a store of a version has run. */
export function ranBy(version: number, migrations: readonly string[]): readonly string[] {
  return migrations.slice(0, version === 0 ? 0 : version - FIRST_VERSION + 1);
}

/** Returns why this program cannot use a store whose tables are not those of its version. */
export function tablesFault(version: number): string {
  return `its tables are not those that this program has at version ${version}: only the commit ` +
    `that wrote it reads it, ${BEGIN_ANEW}`;
}

/** Returns why this program cannot use a store of a version; null if it can. */
export function versionFault(version: number, migrations: readonly string[]): string | null {
  const wanted = versionAfter(migrations);
  if (version > wanted) {
    return `its version is ${version}, must be at most ${wanted}: use a later program`;
  }
  if (version === 0 || version >= FIRST_VERSION) return null;
  return `its version is ${version}, must be at least ${FIRST_VERSION}: only program 0.4.0 reads it, ` +
    BEGIN_ANEW;
}

/** Returns the version of a file; 0 for a new one. */
export function versionOf(database: Database): number {
  return Number(database.prepare("PRAGMA user_version").get()?.["user_version"]);
}

/** Migrates a file to the version of this program, in one transaction. A current file is only read. */
export function migrate(database: Database, migrations: readonly string[]): void {
  const wanted = versionAfter(migrations);
  if (versionOf(database) === wanted) return;
  inTransaction(database, () => {
    // Another process may have migrated the file meanwhile.
    const lacked = lackedBy(versionOf(database), migrations);
    database.exec(`${lacked.join("")} PRAGMA user_version = ${wanted};`);
  });
}
