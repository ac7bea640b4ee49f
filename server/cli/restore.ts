import type { KeyRecord } from "../store/key_store.ts";
import { readConfig } from "../process/config.ts";
import { messageOf, StartError } from "../base/errors.ts";
import { openDatabase } from "../store/database.ts";
import { SqlKeyRegister } from "../store/sql_keys.ts";
import { SqliteSql } from "../store/sqlite.ts";
import { arenaBackupPath, type LogHeads, lostRecordsText, readArena } from "./arena_log.ts";
import { checkIntegrity } from "./checked_file.ts";
import { readFileCommand, refuseDatabase } from "./file_command.ts";
import { print } from "../process/output.ts";
import { findLostChanges, type LostChanges, lostChangesText } from "./lost_changes.ts";
import { prepareReplacement, type Replacement } from "./replace_file.ts";

/**
 * Replaces keys, trials and the arena with a backup. Keeps the replaced files beside the new ones and
 * prints which changes of keys and which records of the log are lost.
 *
 * @param words arguments after `restore` on the command line
 * @throws {StartError} with the reason
 */
export async function runRestore(words: readonly string[]): Promise<void> {
  const { file, isJson } = readFileCommand("restore", words);
  const { keysFile, arena, databaseUrl } = readConfig((variable) => Deno.env.get(variable));
  refuseDatabase("restore", databaseUrl);
  const replacements: Replacement<unknown>[] = [];
  try {
    const keys = await prepareReplacement(file, keysFile, readKeys);
    replacements.push(keys);
    const log = await prepareArena(arenaBackupPath(file), arena.file);
    if (log !== null) replacements.push(log);
    const undone = keys.present && findLostChanges(keys.present, keys.next);
    const kept = await keys.commit();
    const facts = { file: keysFile, keys: keys.next.length, kept, undone };
    if (log === null) return print(isJson ? JSON.stringify(facts) : toText(file, facts));
    const keptLog = await log.commit();
    const lost = lostRecordsText(log.present, log.next);
    const restored = { file: arena.file, records: log.next.length, kept: keptLog, lost };
    const lines = [
      toText(file, facts),
      `${arena.file} has the log of ${arenaBackupPath(file)}: ${log.next.length} records.`,
      ...keptLog === null ? [] : [`The replaced file is kept as ${keptLog}.`],
      ...lost,
    ];
    print(isJson ? JSON.stringify({ ...facts, arena: restored }) : lines.join("\n"));
  } catch (cause) {
    await Promise.all(replacements.map((each) => each.abandon()));
    const reason = messageOf(cause);
    throw new StartError(`Cannot restore ${file} to ${keysFile}: ${reason}`, { cause });
  }
}

/** Prepares the arena's file, if the backup has one. */
async function prepareArena(
  backup: string,
  path: string,
): Promise<Replacement<LogHeads> | null> {
  if (await Deno.stat(backup).then(() => false, () => true)) return null;
  try {
    return await prepareReplacement(backup, path, readArena);
  } catch (cause) {
    throw new Error(`${backup} cannot replace ${path}: ${messageOf(cause)}`, { cause });
  }
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
