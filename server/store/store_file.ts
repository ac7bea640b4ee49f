import { openDatabase, OPERATING, SERVING, setAccess } from "./database.ts";
import { type Database, SqliteSql } from "./sqlite.ts";
import type { WriteTarget } from "./write_behind.ts";
import { messageOf } from "../base/errors.ts";

/** The file system operations that a store file needs. */
export interface Folder {
  /** Returns an identity that no other existing file has; null for a missing file. */
  identityOf(path: string): string | null;
  remove(path: string): void;
}

/** Files that SQLite keeps beside an open file. */
const COMPANIONS = ["-wal", "-shm"] as const;

const LAST_WRITE_WAIT_MS = 2_000;

/**
 * The file of keys and trials of a running server. It never waits for a lock, and it detects that
 * another file has replaced it, as after a restore: SQLite would keep using the open file, which no
 * longer has a name, and the server would miss every revocation.
 */
export class StoreFile implements WriteTarget {
  readonly sql = new SqliteSql(() => this.#requireOpen());
  readonly #path: string;
  readonly #folder: Folder;
  #database: Database | null;
  /** Why the file cannot be used; null: usable. */
  #error: string | null = null;
  /** Identities of the file and its companions at the last check. */
  #identity: string | null = null;
  #companions: readonly (string | null)[] = [];

  /** @throws {Error} when the file cannot be opened, or another program has written it */
  constructor(path: string, folder: Folder) {
    this.#path = path;
    this.#folder = folder;
    // The server does not serve yet, so it may wait for the migration of another process.
    this.#database = openDatabase(path);
    setAccess(this.#database, SERVING);
    this.#recordIdentity();
  }

  /** Lets the last write before a stop wait for locks. */
  awaitLocks(): void {
    setAccess(this.#requireOpen(), { ...SERVING, waitMs: LAST_WRITE_WAIT_MS });
  }

  /** Runs some work at the start, which waits for locks on this thread, and whose writes are durable. */
  async awaitingLocks<T>(work: () => Promise<T>): Promise<T> {
    setAccess(this.#requireOpen(), OPERATING);
    try {
      return await work();
    } finally {
      if (this.#database !== null) setAccess(this.#database, SERVING);
    }
  }

  /** Opens the file that has the name now, if it is another one; returns a message then. */
  check(): string | null {
    const identity = this.#folder.identityOf(this.#path);
    if (identity !== null && identity === this.#identity) {
      this.#recordIdentity();
      return null;
    }
    try {
      this.#abandon();
      if (identity === null) return this.#failed("it was removed, put it back or restore a backup");
      this.#database = openDatabase(this.#path, SERVING);
    } catch (error) {
      // The next check tries again: the lock may be released, the copy completed.
      return this.#failed(`another is in its place, and ${messageOf(error)}`);
    }
    this.#error = null;
    this.#recordIdentity();
    return `${this.#path} was replaced and is open again: its keys and trials are used from now on`;
  }

  close(): void {
    this.#database?.close();
    this.#database = null;
  }

  #requireOpen(): Database {
    if (this.#database !== null && this.#error === null) return this.#database;
    throw new Error(`Cannot use ${this.#path}: ${this.#error ?? "it is closed"}`);
  }

  #recordIdentity(): void {
    this.#identity = this.#folder.identityOf(this.#path);
    this.#companions = this.#companionsNow();
  }

  #companionsNow(): readonly (string | null)[] {
    return COMPANIONS.map((suffix) => this.#folder.identityOf(this.#path + suffix));
  }

  /**
   * Closes a file that has lost its name. Its companions keep their names, and SQLite would read them
   * as changes of the next file, so they are removed.
   */
  #abandon(): void {
    if (this.#database === null) return;
    try {
      // Completes a file that was only moved.
      this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // The file is no longer used.
    }
    this.close();
    // From now on another file may get the same inode.
    this.#identity = null;
    const now = this.#companionsNow();
    COMPANIONS.forEach((suffix, index) => {
      const isOurs = now[index] !== null && now[index] === this.#companions[index];
      if (isOurs) this.#folder.remove(this.#path + suffix);
    });
  }

  /** Records why the file cannot be used; returns a message when the reason is new. */
  #failed(error: string): string | null {
    if (error === this.#error) return null;
    this.#error = error;
    return `Cannot use ${this.#path}: ${error}`;
  }
}
