import { StartError } from "../errors/start_error.ts";
import { type Database, openDatabase } from "../store/database.ts";

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
