import type { Clock } from "../../base/clock.ts";
import { type FindKeys, type Searches, searchesOf, type SearchesOptions } from "../searches.ts";
import { findRecords } from "../sql_keys.ts";
import { PostgresSql } from "./connection.ts";
import { migrate } from "./migrations.ts";
import { PostgresSearchDatabase } from "./search_database.ts";

/**
 * Opens the searches of a database; makes and migrates its tables as needed.
 *
 * @throws {Error} when the database cannot be reached, or was written by a later program
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
    return searchesOf(await PostgresSearchDatabase.open(sql), clock, { ...options, findKeys });
  } catch (error) {
    await sql.close();
    throw error;
  }
}
