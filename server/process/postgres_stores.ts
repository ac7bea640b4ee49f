import { systemClock } from "../base/clock.ts";
import { messageOf, StartError } from "../base/errors.ts";
import type { KeyRegister } from "../store/key_store.ts";
import { connect, isDatabaseError, nameOf, type Postgres } from "../store/postgres/connection.ts";
import { PostgresKeyRegister, PostgresKeyStore } from "../store/postgres/key_store.ts";
import { migrate } from "../store/postgres/migrations.ts";
import { PostgresTrialStore } from "../store/postgres/trial_store.ts";
import { PostgresWriteBehind } from "../store/postgres/write_behind.ts";
import type { Stores } from "../store/stores.ts";

/**
 * Opens the keys and trials of a database; makes and migrates its tables as needed.
 *
 * @param deadlineMs how long a count may take
 * @param report is called when a write fails
 * @throws {StartError} when it cannot be opened
 */
export async function openPostgresStores(
  url: string,
  deadlineMs: number,
  report: (sentence: string) => void,
): Promise<Stores> {
  const sql = await openDatabase(url);
  const keys = new PostgresKeyStore(sql);
  const trials = new PostgresTrialStore(sql, systemClock, deadlineMs);
  const writer = new PostgresWriteBehind(systemClock, sql, [trials, keys], report);
  return { keys, trials, close: () => writer.close() };
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
    return await work(new PostgresKeyRegister(sql));
  } catch (error) {
    throw isDatabaseError(error) ? asStartError(url, error) : error;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function openDatabase(url: string): Promise<Postgres> {
  const sql = connect(url);
  try {
    await migrate(sql);
    return sql;
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw asStartError(url, error);
  }
}

function asStartError(url: string, cause: unknown): StartError {
  return new StartError(`Cannot use ${nameOf(url)}: ${messageOf(cause)}`, { cause });
}
