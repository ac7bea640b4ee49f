import type { KeyStore } from "../auth/key_store.ts";
import { StartError } from "../errors/start_error.ts";
import { type Database, openDatabase } from "../store/database.ts";
import { SqliteKeyStore } from "../store/sqlite_key_store.ts";
import { SqliteTrialStore } from "../store/sqlite_trial_store.ts";
import type { TrialStore } from "../trials/trial_store.ts";

const TRIALS_FLUSH_EVERY_MS = 1_000;

/** Keys and trials of a server, in one file. */
export interface Stores {
  readonly keys: KeyStore;
  readonly trials: TrialStore;
  /** Writes what is pending and closes the file. */
  close(): void;
}

/**
 * Opens the file of keys and trials.
 *
 * @param failed is told what could not be written
 * @throws {StartError} when that cannot be done
 */
export function openStores(path: string, failed: (reason: string) => void): Stores {
  const database = openKeysFile(path);
  const trials = new SqliteTrialStore(database);
  const flush = (): void => {
    try {
      trials.flush();
    } catch (error) {
      // What could not be written is pending still and goes with the next.
      failed(`Cannot write trials: ${error}`);
    }
  };
  const timer = setInterval(flush, TRIALS_FLUSH_EVERY_MS);
  return {
    keys: new SqliteKeyStore(database),
    trials,
    close: () => {
      clearInterval(timer);
      flush();
      database.close();
    },
  };
}

/**
 * Opens the file of keys and makes its folder.
 *
 * @throws {StartError} when that cannot be done
 */
export function openKeysFile(path: string): Database {
  try {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (folder !== "") Deno.mkdirSync(folder, { recursive: true });
    return openDatabase(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`Cannot open the keys in ${path}: ${reason}`, { cause });
  }
}
