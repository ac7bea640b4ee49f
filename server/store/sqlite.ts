// deno-lint-ignore no-external-import -- part of the runtime
import type { DatabaseSync } from "node:sqlite";

/** An open SQLite file. */
export type Database = DatabaseSync;

/** A prepared statement. */
export type Statement = ReturnType<Database["prepare"]>;

/** A row that a statement gives. */
export type Row = NonNullable<ReturnType<Statement["get"]>>;

/** What prepares statements: an open file, or one that is opened anew when it is replaced. */
export type Statements = Pick<Database, "prepare">;

/** Says whether an error is one of SQLite: the file, its disk or a lock, not this program. */
export function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
}

/**
 * Works in a transaction that may write: all or nothing.
 *
 * @throws {Error} what the work or the file says, such as "database is locked"
 */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const outcome = work();
    database.exec("COMMIT");
    return outcome;
  } catch (error) {
    // A full disk has ended it already, and ending it again would hide that reason.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
