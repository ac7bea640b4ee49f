import type { Clock } from "../../base/clock.ts";
import { type FindKeys, type Searches, searchesOf, type SearchesOptions } from "../searches.ts";
import { findRecords } from "../sql_keys.ts";
import { PostgresSql } from "./connection.ts";
import { migrate } from "./migrations.ts";
import { countTries } from "../trial_rows.ts";
import type { CountTries } from "../trial_store.ts";
import { PostgresSearchDatabase } from "./search_database.ts";

/**
 * Opens the searches of a database; makes and migrates its tables as needed.
 *
 * @throws {Error} when the database cannot be reached, or another program has written it
 */
export async function openPostgresSearches(
  url: string,
  clock: Clock,
  options: SearchesOptions,
): Promise<Searches> {
  const sql = new PostgresSql(url, options.connections);
  try {
    await migrate(sql);
    const findKeys: FindKeys = (ids) => findRecords(sql, ids);
    return searchesOf(await PostgresSearchDatabase.open(sql), clock, {
      ...options,
      findKeys,
      countTries: (...tries) => countTries(sql, ...tries),
    });
  } catch (error) {
    await sql.close();
    throw error;
  }
}

/** Returns a function that counts the tries of a database, with a connection of its own each time. */
export function triesIn(url: string): CountTries {
  return async (...tries) => {
    const sql = new PostgresSql(url, 1);
    try {
      return await countTries(sql, ...tries);
    } finally {
      await sql.close();
    }
  };
}
