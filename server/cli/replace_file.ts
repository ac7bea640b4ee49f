// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import { syncFile } from "./checked_file.ts";
import { makeParentFolder } from "./file_command.ts";

const WAIT_MS = 1_000;
const SQLITE_BUSY = 5;
const COMPANIONS = ["-wal", "-shm"];

/** A file whose present content a restore replaces. */
export interface Replacement<T> {
  /** Content of the backup, as the command reports it. */
  readonly next: T;
  /** Content of the present file; null when it cannot be read, or is not there. */
  readonly present: T | null;
  /** Puts the backup in place; returns the name of the replaced file, null without one. */
  commit(): Promise<string | null>;
  /** Removes the copy that was to replace the file. */
  abandon(): Promise<void>;
}

/**
 * Copies a backup beside the file that it replaces, and reads both.
 *
 * @param read migrates and checks a copy; returns its content
 * @throws {Error} when the backup is damaged or the present file is in use
 */
export async function prepareReplacement<T>(
  backup: string,
  path: string,
  read: (copy: string) => Promise<T>,
): Promise<Replacement<T>> {
  const staged = `${path}.restoring`;
  const abandon = (): Promise<void> => Deno.remove(staged).catch(() => {});
  try {
    const next = await stage(backup, staged, read);
    const present = await readPresent(path, `${path}.comparing`, read);
    const commit = async (): Promise<string | null> => {
      const kept = await keepReplaced(path);
      await Deno.rename(staged, path);
      return kept;
    };
    return { next, present, commit, abandon };
  } catch (error) {
    await abandon();
    throw error;
  }
}

async function stage<T>(
  backup: string,
  staged: string,
  read: (copy: string) => Promise<T>,
): Promise<T> {
  const wal = await Deno.stat(`${backup}-wal`).catch(() => null);
  if (wal !== null && wal.size > 0) {
    throw new Error(
      `${backup}-wal has changes that are not in it, make a backup by "backup FILE"`,
    );
  }
  await makeParentFolder(staged);
  await Deno.copyFile(backup, staged);
  const next = await read(staged);
  await syncFile(staged);
  return next;
}

/** Reads a copy of the present file, because reading migrates it. */
async function readPresent<T>(
  path: string,
  copy: string,
  read: (copy: string) => Promise<T>,
): Promise<T | null> {
  if (await Deno.stat(path).then(() => false, () => true)) return null;
  if (!isReadable(path)) return null;
  try {
    await Deno.copyFile(path, copy);
    return await read(copy);
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
async function keepReplaced(path: string): Promise<string | null> {
  const kept = `${path}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, "-")}`;
  try {
    await Deno.link(path, kept);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  // Only a damaged file still has companions; SQLite must not apply them to the backup.
  await Promise.all(
    COMPANIONS.map((suffix) => Deno.rename(path + suffix, kept + suffix).catch(() => {})),
  );
  return kept;
}
