import { StartError } from "../../base/errors.ts";
import { sha256Hex } from "../../base/hash.ts";
import { SEASON_MIGRATIONS } from "../season_migrations.ts";
import {
  KEY_MIGRATIONS,
  lackedBy,
  ranBy,
  tablesFault,
  versionAfter,
  versionFault,
} from "../migrations.ts";
import { SEARCH_TABLES } from "../search_migrations.ts";
import type { Queries } from "../sql.ts";
import type { PostgresSql } from "./connection.ts";

/** LZ4, where the server has it, compresses a summary four times as fast. */
const COMPRESSION = `
  DO $$ BEGIN
    ALTER TABLE search_results ALTER COLUMN summary SET COMPRESSION lz4;
  EXCEPTION WHEN feature_not_supported OR syntax_error THEN NULL;
  END $$;
`;

/** The jobs of pg-boss that are not finished; `claimed` is 1 from a claim until it is given back. */
const JOBS = `
  CREATE TABLE search_jobs (
    search_id text NOT NULL,
    job_id uuid PRIMARY KEY,
    units bigint NOT NULL,
    claimed bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX jobs_of_search ON search_jobs (search_id);
`;

/** Migrations of the schema `arena`, see `KEY_MIGRATIONS`. */
const MIGRATIONS: readonly string[] = [
  [...KEY_MIGRATIONS, SEARCH_TABLES, ...SEASON_MIGRATIONS].map(toPostgres).join("") + JOBS +
  COMPRESSION,
];

/** The version of the schema that this program reads and writes. */
export const SCHEMA_VERSION = versionAfter(MIGRATIONS);

/** The lock that lets one process migrate at a time. */
const LOCK = "arena migration";

/** Returns the version of a database; 0 for one without tables of the arena. */
export async function versionOf(sql: Queries): Promise<number> {
  // Not to_regclass(), which may still answer as before another connection made the table.
  const [found] = await sql.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = 'arena' AND tablename = 'schema_version'",
  );
  if (found === undefined) return 0;
  const [row] = await sql.query("SELECT version FROM arena.schema_version");
  return Number(row?.["version"]);
}

/**
 * Migrates a database to the version of this program, in one transaction. A current database is only
 * read.
 *
 * @throws {StartError} when an earlier or a later program has written the database
 */
export async function migrate(sql: PostgresSql): Promise<void> {
  const version = await versionOf(sql);
  const fault = versionFault(version, MIGRATIONS);
  if (fault !== null) throw new StartError(fault);
  if (version > 0) {
    const [row] = await sql.query("SELECT * FROM arena.schema_version");
    if (row?.["migrations"] !== await hashOf(version)) throw new StartError(tablesFault(version));
  }
  if (version === SCHEMA_VERSION) return;
  await sql.transaction(async (transaction) => {
    // Another process may migrate it at the same moment.
    await transaction.lock(LOCK);
    const reached = await versionOf(transaction);
    if (reached === SCHEMA_VERSION) return;
    if (reached === 0) {
      await transaction.executeSql(`
        CREATE SCHEMA IF NOT EXISTS arena;
        CREATE TABLE arena.schema_version (version integer NOT NULL, migrations text NOT NULL);
        INSERT INTO arena.schema_version VALUES (0, '');
      `);
    }
    await transaction.executeSql(lackedBy(reached, MIGRATIONS).join("\n"));
    await transaction.query(
      "UPDATE arena.schema_version SET version = ?, migrations = ?",
      [SCHEMA_VERSION, await hashOf(SCHEMA_VERSION)],
    );
  });
}

/** Names the migrations that a database of a version has run. */
function hashOf(version: number): Promise<string> {
  return sha256Hex(ranBy(version, MIGRATIONS).join(""));
}

/** Translates the tables of SQLite. Their columns have the same names and hold the same values. */
function toPostgres(tables: string): string {
  return tables
    .replaceAll(" STRICT;", ";")
    .replaceAll(" INTEGER PRIMARY KEY", " bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY")
    .replaceAll(" INTEGER", " bigint")
    .replaceAll(" REAL", " double precision")
    .replaceAll(" BLOB", " bytea");
}
