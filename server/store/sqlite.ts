// deno-lint-ignore no-external-import -- part of the runtime
import type { DatabaseSync } from "node:sqlite";

/** An open SQLite file. */
export type Database = DatabaseSync;

/** A prepared statement. */
export type Statement = ReturnType<Database["prepare"]>;

/** A row of a result. */
export type Row = NonNullable<ReturnType<Statement["get"]>>;

/** Prepares statements: a database, or a file that is reopened when it is replaced. */
export type Statements = Pick<Database, "prepare">;

/** Returns whether an error is from SQLite: the file, its disk or a lock, not this program. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/**
 * Runs work in a write transaction: all of it is committed, or nothing.
 *
 * @throws {Error} of the work or of SQLite, such as "database is locked"
 */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const outcome = work();
    database.exec("COMMIT");
    return outcome;
  } catch (error) {
    // SQLite has rolled back already when the disk is full; a second rollback would hide that error.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
