// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import { versionOf } from "./migrations.ts";

const LOCK_WAIT_MS = 5_000;

/**
 * Copies a file of an earlier program beside it, as it is before its migration, so that the earlier
 * program can be used again.
 *
 * @param path an existing file
 * @param migrations the migrations of this kind of file
 * @param copy copies a file; SQLite may not, without the permission to open any file
 * @returns a sentence for the operator; null when the file needs no migration
 * @throws {Error} when it cannot be read or copied
 */
export function keepFormer(
  path: string,
  migrations: readonly string[],
  copy: (from: string, to: string) => void,
): string | null {
  const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS });
  let version: number;
  try {
    version = versionOf(database);
    if (version === 0 || version >= migrations.length) return null;
    // Moves the last changes from the log of SQLite into the file.
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
  const former = `${path}.version-${version}`;
  copy(path, former);
  return `${path}: version ${version} -> ${migrations.length}, the former file is ${former}`;
}
