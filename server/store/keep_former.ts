// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import { messageOf } from "../base/errors.ts";
import { versionOf } from "./migrations.ts";

/**
 * Copies a file of an earlier program beside it, as it is before its migration, so that the earlier
 * program can be used again.
 *
 * @param path an existing file
 * @param migrations the migrations of this kind of file
 * @returns a sentence for the operator; null when the file needs no migration
 * @throws {Error} when it cannot be read or copied
 */
export function keepFormer(path: string, migrations: readonly string[]): string | null {
  const database = new DatabaseSync(path, { timeout: 5_000 });
  try {
    const version = versionOf(database);
    if (version === 0 || version >= migrations.length) return null;
    const copy = `${path}.version-${version}`;
    copyTo(database, copy);
    return `${path}: version ${version} -> ${migrations.length}, the former file is ${copy}`;
  } finally {
    database.close();
  }
}

function copyTo(database: DatabaseSync, path: string): void {
  try {
    database.prepare("VACUUM INTO ?").run(path);
  } catch (error) {
    // A start that was interrupted has copied it before.
    if (!/already exists/.test(messageOf(error))) throw error;
  }
}
