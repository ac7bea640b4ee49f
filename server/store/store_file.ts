import { openDatabase, SERVING, setAccess } from "./database.ts";
import { type Database, inTransaction, type Statement, type Statements } from "./sqlite.ts";

/** What the folder of a file says; only an edge may ask it. */
export interface Folder {
  /** Returns what no other file has, as long as this one exists; null: there is no such file. */
  identityOf(path: string): string | null;
  remove(path: string): void;
}

/** What SQLite keeps beside a file while it is open. */
const COMPANIONS = ["-wal", "-shm"] as const;

const LAST_WRITE_WAIT_MS = 2_000;

/**
 * The file of a running server. It never waits for a lock, and it notices when another file is put in
 * its place, as after a restore: SQLite itself would go on with the one that it has open, which has
 * no name any more, and no revocation would be seen.
 */
export class StoreFile implements Statements {
  readonly #path: string;
  readonly #folder: Folder;
  readonly #statements = new Map<string, Statement>();
  #database: Database | null;
  /** Why the file cannot be used; null: it can be. */
  #fault: string | null = null;
  /** Of the file and its companions, when they were last seen. */
  #identity: string | null = null;
  #companions: readonly (string | null)[] = [];

  /** @throws {Error} when it cannot be opened, or was written by a later program */
  constructor(path: string, folder: Folder) {
    this.#path = path;
    this.#folder = folder;
    // Nobody is served yet, so two that start at once may wait for each other's migration.
    this.#database = openDatabase(path);
    setAccess(this.#database, SERVING);
    this.#look();
  }

  /** @throws {Error} when the file was removed, or cannot be opened anew */
  prepare(sql: string): Statement {
    const database = this.#usable();
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /**
   * Writes in a transaction: all or nothing, at once or not at all.
   *
   * @throws {Error} what the file says
   */
  write(work: () => void): void {
    inTransaction(this.#usable(), work);
  }

  /** Lets the last write of a server that stops wait for others. */
  awaitLocks(): void {
    setAccess(this.#usable(), { ...SERVING, waitMs: LAST_WRITE_WAIT_MS });
  }

  /** Looks which file has the name now; returns a sentence when that has changed something. */
  follow(): string | null {
    const identity = this.#folder.identityOf(this.#path);
    if (identity !== null && identity === this.#identity) {
      this.#look();
      return null;
    }
    try {
      this.#leave();
      if (identity === null) return this.#failed("it was removed, put it back or restore a backup");
      this.#database = openDatabase(this.#path, SERVING);
    } catch (error) {
      // The next look tries again: a lock goes, and a file that is being copied gets whole.
      return this.#failed(`another is in its place, and ${messageOf(error)}`);
    }
    this.#fault = null;
    this.#look();
    return `${this.#path} was replaced and is open again: its keys and trials are used from now on`;
  }

  close(): void {
    this.#statements.clear();
    this.#database?.close();
    this.#database = null;
  }

  #usable(): Database {
    if (this.#database !== null && this.#fault === null) return this.#database;
    throw new Error(`Cannot use ${this.#path}: ${this.#fault ?? "it is closed"}`);
  }

  #look(): void {
    this.#identity = this.#folder.identityOf(this.#path);
    this.#companions = this.#companionsNow();
  }

  #companionsNow(): readonly (string | null)[] {
    return COMPANIONS.map((suffix) => this.#folder.identityOf(this.#path + suffix));
  }

  /**
   * Closes a file that has lost its name. What SQLite kept beside it still has its name there, and
   * would be taken for changes of the next file.
   */
  #leave(): void {
    if (this.#database === null) return;
    try {
      // Makes a file that was only moved away complete.
      this.#database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch {
      // It is not used any more.
    }
    this.close();
    // From here on the next file may well get its number.
    this.#identity = null;
    const now = this.#companionsNow();
    COMPANIONS.forEach((suffix, index) => {
      const isOurs = now[index] !== null && now[index] === this.#companions[index];
      if (isOurs) this.#folder.remove(this.#path + suffix);
    });
  }

  /** Notes why the file cannot be used; returns it as a sentence when it is news. */
  #failed(fault: string): string | null {
    if (fault === this.#fault) return null;
    this.#fault = fault;
    return `Cannot use ${this.#path}: ${fault}`;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
