// This module is browser compatible.

/** A value of a statement. */
export type Value = string | number | null | Uint8Array;

/** A row of a result by its column names, which are the same in both databases. */
export type Row = Readonly<Record<string, unknown>>;

/** Runs statements of the SQL that SQLite and PostgreSQL share. */
export interface Queries {
  /**
   * Runs one statement. Each `?` in its text stands for the next value.
   *
   * @throws {StoreError} when the database refuses the statement or cannot be reached
   */
  query(text: string, values?: readonly Value[]): Promise<readonly Row[]>;
}

/** A transaction, with the two things in which the databases differ. */
export interface Transaction extends Queries {
  /** Ends a SELECT and locks its rows. SQLite has no such clause: a writer locks the whole file. */
  readonly forUpdate: "" | " FOR UPDATE";
  /** Waits until no other transaction holds the lock of this name; held until the transaction ends. */
  lock(name: string): Promise<void>;
}

/** An SQLite file or a PostgreSQL database. */
export interface Sql extends Queries {
  /**
   * Commits all of the work, or nothing. The work runs its statements through the transaction only.
   *
   * @throws {Error} of the work or of the database
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}

/** An error of the database or of the way to it, with the message of the database. */
export class StoreError extends Error {
  override readonly name = "StoreError";
  /** Whether the same statement may succeed later: the database is unreachable, full or locked. */
  readonly isTemporary: boolean;
  /** The code that the database gives the error. */
  readonly code: string | null;

  constructor(
    cause: Error,
    { isTemporary, code }: { readonly isTemporary: boolean; readonly code: string | null },
  ) {
    super(cause.message, { cause });
    this.isTemporary = isTemporary;
    this.code = code;
  }
}

/** Returns placeholders for `rows` rows of `columns` values, such as "(?, ?), (?, ?)". */
export function placeholders(rows: number, columns: number): string {
  const row = `(${Array.from({ length: columns }, () => "?").join(", ")})`;
  return Array.from({ length: rows }, () => row).join(", ");
}

/** Rows of one statement: far below the number of values that a statement may have. */
const BATCH = 50;

/** Runs work on a list in batches, one statement after another. */
export async function inBatches<T>(
  all: readonly T[],
  work: (batch: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += BATCH) {
    await work(all.slice(from, from + BATCH));
  }
}

/** Returns the bytes of a column; none for NULL. */
export function bytesOf(column: unknown): Uint8Array {
  return column instanceof Uint8Array ? column : new Uint8Array();
}

/** Returns the number of a column; null for NULL. PostgreSQL sends large integers as text. */
export function numberOf(column: unknown): number | null {
  return column === null || column === undefined ? null : Number(column);
}
