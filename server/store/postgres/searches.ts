import type { Clock } from "../../base/clock.ts";
import type { Searches } from "../sqlite_searches.ts";
import { connect } from "./connection.ts";
import { migrate } from "./migrations.ts";
import { SearchDatabase } from "./search_database.ts";
import { PostgresSearchJobs } from "./search_jobs.ts";
import { PostgresSearchStore } from "./search_store.ts";

/**
 * Opens the searches of a database; makes and migrates its tables as needed.
 *
 * @throws {Error} when it cannot be reached, or was written by a later program
 */
export async function openPostgresSearches(url: string, clock: Clock): Promise<Searches> {
  const sql = connect(url);
  try {
    await migrate(sql);
  } finally {
    await sql.end({ timeout: 0 });
  }
  // What fails in the background fails in the foreground too, where somebody says so.
  const database = await SearchDatabase.open(url, () => {});
  const jobs = new PostgresSearchJobs(database, clock);
  const searches = new PostgresSearchStore(database, clock, () => jobs.look());
  return { searches, jobs, close: () => database.close() };
}
