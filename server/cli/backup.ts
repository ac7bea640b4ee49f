// deno-lint-ignore no-external-import -- part of the runtime
import { backup, DatabaseSync } from "node:sqlite";
import { readConfig } from "../process/config.ts";
import { messageOf, StartError } from "../base/errors.ts";
import { arenaBackupPath } from "./arena_log.ts";
import { checkIntegrity, syncFile } from "./checked_file.ts";
import { makeParentFolder, readFileCommand, refuseDatabase } from "./file_command.ts";
import { print } from "../process/output.ts";

/** More pages than any file has: the copy is one step, because a write between two steps restarts it. */
const PAGES_AT_ONCE = 2 ** 30;
const WAIT_MS = 5_000;

/**
 * Copies the keys, trials and seasons of a server, running or stopped: keys and trials into one file,
 * the arena, if there is one, into another beside it.
 *
 * @param words arguments after `backup` on the command line
 * @throws {StartError} with the reason
 */
export async function runBackup(words: readonly string[]): Promise<void> {
  const { file, isJson } = readFileCommand("backup", words);
  const { keysFile, arena, databaseUrl } = readConfig((variable) => Deno.env.get(variable));
  refuseDatabase("backup", databaseUrl);
  const arenaFile = arenaBackupPath(file);
  const partials = [`${file}.partial`, `${arenaFile}.partial`] as const;
  try {
    await Deno.stat(keysFile);
    if (await isThere(file) || await isThere(arenaFile)) throw new Error("it exists already");
    await makeParentFolder(file);
    const keys = await copyChecked(keysFile, partials[0], "SELECT count(*) AS count FROM keys");
    const records = await isThere(arena.file)
      ? await copyChecked(arena.file, partials[1], "SELECT count(*) AS count FROM log")
      : null;
    // The file of the command is last: once it is there, the backup is whole.
    if (records !== null) await Deno.rename(partials[1], arenaFile);
    await Deno.rename(partials[0], file);
    if (isJson) {
      const copied = records === null ? {} : { arena: { file: arenaFile, records } };
      return print(JSON.stringify({ file, keys, ...copied }));
    }
    print(`${file} has all keys of ${keysFile}: ${keys}.`);
    if (records !== null) print(`${arenaFile} has the log of ${arena.file}: ${records} records.`);
  } catch (cause) {
    await Promise.all(partials.map((partial) => Deno.remove(partial).catch(() => {})));
    const reason = messageOf(cause);
    throw new StartError(`Cannot back up ${keysFile} to ${file}: ${reason}`, { cause });
  }
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}

/** Copies a file into one without companions, checks the copy and flushes it; returns a count in it. */
async function copyChecked(from: string, to: string, counting: string): Promise<number> {
  await copy(from, to);
  const count = finishCopy(to, counting);
  await syncFile(to);
  return count;
}

async function copy(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { timeout: WAIT_MS });
  try {
    await backup(database, to, { rate: PAGES_AT_ONCE });
  } finally {
    database.close();
  }
}

function finishCopy(path: string, counting: string): number {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA journal_mode = DELETE");
    checkIntegrity(database);
    return Number(database.prepare(counting).get()?.["count"]);
  } finally {
    database.close();
  }
}
