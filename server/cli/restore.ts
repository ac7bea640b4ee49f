// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import type { KeyRecord } from "../store/key_store.ts";
import { readConfig } from "../process/config.ts";
import { messageOf, StartError } from "../base/errors.ts";
import { openDatabase } from "../store/database.ts";
import { SqlKeyRegister } from "../store/sql_keys.ts";
import { SqliteSql } from "../store/sqlite.ts";
import { checkIntegrity, syncFile } from "./backup.ts";
import { makeFolderOf, readFileCommand, refuseDatabase } from "./file_command.ts";
import { print } from "../process/output.ts";
import { findLostChanges, type LostChanges, lostChangesText } from "./lost_changes.ts";

const WAIT_MS = 1_000;
const SQLITE_BUSY = 5;
const COMPANIONS = ["-wal", "-shm"];

/**
 * Replaces the keys and trials with a backup. Keeps the replaced file beside the new one and prints
 * which changes of keys are lost.
 *
 * @param words arguments after `restore` on the command line
 * @throws {StartError} with the reason
 */
export async function runRestore(words: readonly string[]): Promise<void> {
  const { file, isJson } = readFileCommand("restore", words);
  const { keysFile, databaseUrl } = readConfig((variable) => Deno.env.get(variable));
  refuseDatabase("restore", databaseUrl);
  const staged = `${keysFile}.restoring`;
  try {
    const next = await stage(file, staged);
    const undone = await lostBy(next, keysFile, `${keysFile}.comparing`);
    const kept = await keepReplaced(keysFile);
    await Deno.rename(staged, keysFile);
    const facts = { file: keysFile, keys: next.length, kept, undone };
    print(isJson ? JSON.stringify(facts) : toText(file, facts));
  } catch (cause) {
    await Deno.remove(staged).catch(() => {});
    const reason = messageOf(cause);
    throw new StartError(`Cannot restore ${file} to ${keysFile}: ${reason}`, { cause });
  }
}

/** Copies a backup, checks and migrates the copy; returns its keys. */
async function stage(file: string, staged: string): Promise<readonly KeyRecord[]> {
  const wal = await Deno.stat(`${file}-wal`).catch(() => null);
  if (wal !== null && wal.size > 0) {
    throw new Error(`${file}-wal has changes that are not in it, make a backup by "backup FILE"`);
  }
  await makeFolderOf(staged);
  await Deno.copyFile(file, staged);
  const records = await readKeys(staged);
  await syncFile(staged);
  return records;
}

/** Migrates a copy and returns its keys. */
async function readKeys(path: string): Promise<readonly KeyRecord[]> {
  const database = openDatabase(path);
  try {
    checkIntegrity(database);
    const records = await new SqlKeyRegister(new SqliteSql(() => database)).list();
    database.exec("PRAGMA journal_mode = DELETE");
    return records;
  } finally {
    database.close();
  }
}

/** Returns the changes that a restore loses; null when the present file cannot be read. */
async function lostBy(
  next: readonly KeyRecord[],
  keysFile: string,
  copy: string,
): Promise<LostChanges | null> {
  if (await Deno.stat(keysFile).then(() => false, () => true)) return null;
  if (!isReadable(keysFile)) return null;
  try {
    await Deno.copyFile(keysFile, copy);
    return findLostChanges(await readKeys(copy), next);
  } catch {
    return null;
  } finally {
    await Deno.remove(copy).catch(() => {});
  }
}

/**
 * Merges SQLite's companions into the present file, which takes exclusive access; returns whether
 * SQLite can read the file.
 *
 * @throws {Error} when another process has it open
 */
function isReadable(path: string): boolean {
  const database = new DatabaseSync(path, { timeout: WAIT_MS });
  try {
    database.prepare("PRAGMA journal_mode = DELETE").get();
    return true;
  } catch (error) {
    if (error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY) {
      throw new Error("it is in use, stop the server first", { cause: error });
    }
    return false;
  } finally {
    database.close();
  }
}

/** Links the present file under a second name, so that it never disappears; null: no file is there. */
async function keepReplaced(keysFile: string): Promise<string | null> {
  const kept = `${keysFile}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  try {
    await Deno.link(keysFile, kept);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  // Only a damaged file still has companions; SQLite must not apply them to the backup.
  await Promise.all(
    COMPANIONS.map((suffix) => Deno.rename(keysFile + suffix, kept + suffix).catch(() => {})),
  );
  return kept;
}

function toText(
  file: string,
  { file: keysFile, keys, kept, undone }: {
    readonly file: string;
    readonly keys: number;
    readonly kept: string | null;
    readonly undone: LostChanges | null;
  },
): string {
  const lines = [`${keysFile} has all keys of ${file}: ${keys}.`];
  if (kept !== null) lines.push(`What was there is kept as ${kept}.`);
  if (undone !== null) lines.push(...lostChangesText(undone));
  else if (kept !== null) {
    lines.push("It cannot be read: revocations that were made since the backup are undone.");
  }
  return lines.join("\n");
}
