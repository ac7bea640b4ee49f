// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import { migrate } from "./migrations.ts";
import type { Database } from "./sqlite.ts";

/** How a connection meets a lock and a loss of power. */
export interface Access {
  /** How long the thread waits for another process that writes, in milliseconds. */
  readonly waitMs: number;
  /** Whether a write is on the disk when it is done; NORMAL loses the last ones with the power. */
  readonly synchronous: "NORMAL" | "FULL";
}

/** For a server: a thread that waits answers nobody, and its counts are written every second. */
export const SERVING: Access = { waitMs: 0, synchronous: "NORMAL" };

/** For an operator: a change of a key gets its turn, and a revocation stays one. */
export const CHANGING: Access = { waitMs: 5_000, synchronous: "FULL" };

/**
 * Opens the file of keys and trials, makes it where it is new, and brings it to the version of this
 * program.
 *
 * @param path a file, or ":memory:"
 * @throws {Error} when it cannot be opened, or was written by a later program
 */
export function openDatabase(path: string, access: Access = CHANGING): Database {
  const database = new DatabaseSync(path, { timeout: access.waitMs });
  try {
    migrate(database);
    database.exec("PRAGMA journal_mode = WAL");
    setAccess(database, access);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Changes how an open connection meets a lock and a loss of power. */
export function setAccess(database: Database, { waitMs, synchronous }: Access): void {
  database.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA busy_timeout = ${waitMs}`);
}
