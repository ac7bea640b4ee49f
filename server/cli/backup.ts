// deno-lint-ignore no-external-import -- part of the runtime
import { backup, DatabaseSync } from "node:sqlite";
import { readConfig } from "../process/config.ts";
import { messageOf, StartError } from "../base/errors.ts";
import { makeFolderOf, readFileCommand, refuseDatabase } from "./file_command.ts";
import { print } from "../process/output.ts";

/** More pages than any file has: the copy is one step, because a write between two steps restarts it. */
const PAGES_AT_ONCE = 2 ** 30;
const WAIT_MS = 5_000;

/**
 * Copies the keys and trials of a server, running or stopped, into one file.
 *
 * @param words arguments after `backup` on the command line
 * @throws {StartError} with the reason
 */
export async function runBackup(words: readonly string[]): Promise<void> {
  const { file, isJson } = readFileCommand("backup", words);
  const { keysFile, databaseUrl } = readConfig((variable) => Deno.env.get(variable));
  refuseDatabase("backup", databaseUrl);
  const partial = `${file}.partial`;
  try {
    await Deno.stat(keysFile);
    if (await Deno.stat(file).then(() => true, () => false)) throw new Error("it exists already");
    await makeFolderOf(partial);
    await copy(keysFile, partial);
    const keyCount = finishCopy(partial);
    await syncFile(partial);
    await Deno.rename(partial, file);
    const facts = { file, keys: keyCount };
    print(isJson ? JSON.stringify(facts) : `${file} has all keys of ${keysFile}: ${keyCount}.`);
  } catch (cause) {
    await Deno.remove(partial).catch(() => {});
    const reason = messageOf(cause);
    throw new StartError(`Cannot back up ${keysFile} to ${file}: ${reason}`, { cause });
  }
}

async function copy(from: string, to: string): Promise<void> {
  const database = new DatabaseSync(from, { timeout: WAIT_MS });
  try {
    await backup(database, to, { rate: PAGES_AT_ONCE });
  } finally {
    database.close();
  }
}

/** Turns a copy into one file without companions and checks it; returns its number of keys. */
function finishCopy(path: string): number {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA journal_mode = DELETE");
    checkIntegrity(database);
    return Number(database.prepare("SELECT count(*) AS count FROM keys").get()?.["count"]);
  } finally {
    database.close();
  }
}

/** @throws {Error} with the first damage found */
export function checkIntegrity(database: DatabaseSync): void {
  const found = database.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"];
  if (found !== "ok") throw new Error(`it is damaged, ${String(found).replaceAll("\n", " ")}`);
}

/** Flushes a file to the disk. */
export async function syncFile(path: string): Promise<void> {
  using file = await Deno.open(path, { read: true, write: true });
  await file.sync();
}
