// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import {
  KEY_MIGRATIONS,
  migrate,
  ranBy,
  tablesFault,
  versionFault,
  versionOf,
} from "./migrations.ts";
import type { Database } from "./sqlite.ts";

/** How a connection handles locks and a loss of power. */
export interface Access {
  /** How long the thread waits for the lock of another writer, in milliseconds. */
  readonly waitMs: number;
  /** FULL: a write is on the disk when it returns. NORMAL: a loss of power may lose the last ones. */
  readonly synchronous: "NORMAL" | "FULL";
}

/** For a server, which must not block on a lock and tries its writes again every second. */
export const SERVING: Access = { waitMs: 0, synchronous: "NORMAL" };

/** For an operator: a change waits for the lock, and a revocation is durable. */
export const OPERATING: Access = { waitMs: 5_000, synchronous: "FULL" };

/** For searches, which wait for a lock without their thread: results that a loss of power takes run again. */
export const SEARCHING: Access = { waitMs: 0, synchronous: "NORMAL" };

/** For the arena, which waits for a lock without its thread, and whose entries survive a loss of power. */
export const RECORDING: Access = { waitMs: 0, synchronous: "FULL" };

/**
 * Opens a file, by default of keys and trials; creates and migrates it as needed.
 *
 * @param path a file, or ":memory:"
 * @param migrations the migrations of this kind of file
 * @throws {Error} when it cannot be opened, or another program has written it
 */
export function openDatabase(
  path: string,
  access: Access = OPERATING,
  migrations = KEY_MIGRATIONS,
): Database {
  const database = new DatabaseSync(path, { timeout: access.waitMs });
  try {
    const fault = faultOf(database, migrations);
    if (fault !== null) throw new Error(fault);
    // A new file and a migration need not survive a loss of power, after which they are made again, so
    // most of their synchronizations are left out. The log comes first, for it needs the fewest.
    // Only a file without pages can be told to give pages back; any other would be written to.
    const isNew = database.prepare("PRAGMA page_count").get()?.["page_count"] === 0;
    if (isNew) database.exec("PRAGMA auto_vacuum = INCREMENTAL");
    database.exec("PRAGMA synchronous = NORMAL; PRAGMA journal_mode = WAL");
    migrate(database, migrations);
    setAccess(database, access);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns why this program cannot use a file; null if it can. */
function faultOf(database: Database, migrations: readonly string[]): string | null {
  const version = versionOf(database);
  const fault = versionFault(version, migrations);
  if (fault !== null || version === 0) return fault;
  using wanted = new DatabaseSync(":memory:");
  wanted.exec(ranBy(version, migrations).join(""));
  return tablesOf(database) === tablesOf(wanted) ? null : tablesFault(version);
}

function tablesOf(database: Database): string {
  const tables = database.prepare(
    "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  return JSON.stringify(tables.all());
}

/** Changes how an open connection handles locks and a loss of power. */
export function setAccess(database: Database, { waitMs, synchronous }: Access): void {
  database.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA busy_timeout = ${waitMs}`);
}
