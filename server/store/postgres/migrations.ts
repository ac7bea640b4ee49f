import { StartError } from "../../base/errors.ts";
import type { Queries } from "../sql.ts";
import type { PostgresSql } from "./connection.ts";
import { MIGRATIONS } from "./migration_list.ts";

/** The version of the schema that this program reads and writes. */
export const SCHEMA_VERSION = MIGRATIONS.length;

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
 * Migrates a database to a version, by default that of this program, in one transaction. A current
 * database is only read.
 *
 * @throws {StartError} when the database was written by a later program
 */
export async function migrate(sql: PostgresSql, target = SCHEMA_VERSION): Promise<void> {
  const version = await versionOf(sql);
  if (version > target) {
    throw new StartError(
      `its version is ${version}, must be at most ${target}: use a later program`,
    );
  }
  if (version === target) return;
  await sql.transaction(async (transaction) => {
    // Another process may migrate it at the same moment.
    await transaction.lock(LOCK);
    const reached = await versionOf(transaction);
    if (reached >= target) return;
    if (reached === 0) {
      await transaction.executeSql(`
        CREATE SCHEMA IF NOT EXISTS arena;
        CREATE TABLE arena.schema_version (version integer NOT NULL);
        INSERT INTO arena.schema_version VALUES (0);
      `);
    }
    await transaction.executeSql(MIGRATIONS.slice(reached, target).join("\n"));
    await transaction.query("UPDATE arena.schema_version SET version = ?", [target]);
  });
}
