// deno-lint-ignore no-external-import -- part of the runtime
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../base/clock.ts";
import { type Row, type Sql, StoreError, type Transaction, type Value } from "./sql.ts";

/** An open SQLite file. */
export type Database = DatabaseSync;

type Statement = ReturnType<Database["prepare"]>;

/**
 * Resolves after the last transaction of this thread; null: none is open. Transactions on two
 * connections of one thread run one after another, because the second would block the thread, and
 * with it the first.
 */
let last: Promise<void> | null = null;

/**
 * Runs work in a write transaction: all of it is committed, or nothing.
 *
 * @throws {Error} of the work or of SQLite, such as "database is locked"
 */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const outcome = work();
    database.exec("COMMIT");
    return outcome;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/**
 * The statements of one connection to an SQLite file. SQLite answers on the calling thread, so a
 * transaction whose work awaits nothing else ends before the next event.
 */
export class SqliteSql implements Sql {
  readonly #open: () => Database;
  #database: Database | null = null;
  readonly #statements = new Map<string, Statement>();

  /** @param open the connection, which may be another one later */
  constructor(open: () => Database) {
    this.#open = open;
  }

  /** Runs one statement at once, also inside the transaction of another caller. */
  rows(text: string, values: readonly Value[] = []): readonly Row[] {
    return orStoreError(() => this.#prepare(text).all(...values));
  }

  query(text: string, values: readonly Value[] = []): Promise<readonly Row[]> {
    const run = (): readonly Row[] => this.rows(text, values);
    return last === null ? Promise.try(run) : enqueue(run);
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return enqueue(() => this.nested(work));
  }

  /** Runs a transaction inside that of another connection, which would otherwise wait for its end. */
  async nested<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const database = this.#open();
    orStoreError(() => database.exec("BEGIN IMMEDIATE"));
    try {
      const outcome = await work({
        query: (text, values) => Promise.try(() => this.rows(text, values)),
        forUpdate: "",
        lock: () => Promise.resolve(),
      });
      orStoreError(() => database.exec("COMMIT"));
      return outcome;
    } catch (error) {
      rollBack(database);
      throw error;
    }
  }

  #prepare(text: string): Statement {
    const database = this.#open();
    if (database !== this.#database) this.#statements.clear();
    this.#database = database;
    const known = this.#statements.get(text);
    if (known) return known;
    const statement = database.prepare(text);
    this.#statements.set(text, statement);
    return statement;
  }
}

/** Pause between two attempts to get a lock. */
const LOCK_PAUSE_MS = 10;

/**
 * Runs work again while another connection has the write lock, mostly for some milliseconds. The
 * thread is free between two attempts, if the connection itself does not wait.
 *
 * @throws {StoreError} when the lock is not free in time
 */
export async function untilUnlocked<T>(
  clock: Pick<Clock, "after">,
  mostMs: number,
  work: () => Promise<T>,
): Promise<T> {
  for (let waitedMs = 0;; waitedMs += LOCK_PAUSE_MS) {
    try {
      return await work();
    } catch (error) {
      const isTemporary = error instanceof StoreError && error.isTemporary;
      if (!isTemporary || waitedMs >= mostMs) throw error;
    }
    await new Promise<void>((resolve) => clock.after(LOCK_PAUSE_MS, resolve));
  }
}

/** Runs work after all transactions of this thread that were asked for before. */
function enqueue<T>(work: () => T | Promise<T>): Promise<T> {
  const outcome = last === null ? Promise.try(work) : last.then(work);
  const end = (): void => {
    if (last === ended) last = null;
  };
  const ended: Promise<void> = outcome.then(end, end);
  last = ended;
  return outcome;
}

function rollBack(database: Database): void {
  // SQLite has rolled back already when the disk is full; a second rollback would hide that error.
  if (database.isOpen && database.isTransaction) database.exec("ROLLBACK");
}

/** Every error of SQLite may pass: the lock of another process, a full disk, a replaced file. */
function orStoreError<T>(run: () => T): T {
  try {
    return run();
  } catch (error) {
    const isSqlite = error instanceof Error && "code" in error && error.code === "ERR_SQLITE_ERROR";
    throw isSqlite ? new StoreError(error, { isTemporary: true, code: null }) : error;
  }
}
