import { systemClock } from "../base/clock.ts";
import { messageOf, StartError } from "../base/errors.ts";
import type { KeyRegister } from "../store/key_store.ts";
import { nameOf, PostgresSql } from "../store/postgres/connection.ts";
import { migrate } from "../store/postgres/migrations.ts";
import { StoreError } from "../store/sql.ts";
import { SqlKeyRegister, SqlKeyStore } from "../store/sql_keys.ts";
import { PostgresTrialStore } from "../store/sql_trials.ts";
import type { Stores } from "../store/stores.ts";
import { WriteBehind } from "../store/write_behind.ts";

/**
 * Opens the keys and trials of a database; makes and migrates its tables as needed.
 *
 * @param place `deadlineMs` is how long a count may take
 * @param report called when a write fails
 * @throws {StartError} when the database cannot be opened
 */
export async function openPostgresStores(
  { url, connections, deadlineMs }: {
    readonly url: string;
    readonly connections: number;
    readonly deadlineMs: number;
  },
  report: (sentence: string) => void,
): Promise<Stores> {
  const sql = await openDatabase(url, connections);
  const keys = new SqlKeyStore(sql);
  const trials = new PostgresTrialStore(sql, systemClock, deadlineMs, () => writer.isWritable);
  const writer: WriteBehind = new WriteBehind(
    systemClock,
    { sql, close: () => sql.close() },
    [trials, keys],
    report,
  );
  return {
    keys,
    trials,
    withRegister: (work) => orStartError(url, () => work(new SqlKeyRegister(sql))),
    close: () => writer.close(),
  };
}

/**
 * Runs some work on the keys of a database.
 *
 * @throws {StartError} when they cannot be opened, read or written
 */
export async function withPostgresRegister<T>(
  url: string,
  work: (keys: KeyRegister) => Promise<T>,
): Promise<T> {
  const sql = await openDatabase(url);
  try {
    return await orStartError(url, () => work(new SqlKeyRegister(sql)));
  } finally {
    await sql.close();
  }
}

async function openDatabase(url: string, connections?: number): Promise<PostgresSql> {
  const sql = new PostgresSql(url, connections);
  try {
    await migrate(sql);
    return sql;
  } catch (error) {
    await sql.close();
    throw asStartError(url, error);
  }
}

async function orStartError<T>(url: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof StoreError ? asStartError(url, error) : error;
  }
}

function asStartError(url: string, cause: unknown): StartError {
  return new StartError(`Cannot use ${nameOf(url)}: ${messageOf(cause)}`, { cause });
}
