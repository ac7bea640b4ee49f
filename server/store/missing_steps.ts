import type { SearchDatabase } from "./search_database.ts";
import { lockOpen } from "./end_search.ts";

/**
 * Adds a step to each open search that has no job left, or to one search. The result of a range does
 * not know whether it is the last of its stage, because others may be written at the same moment; so
 * workers ask after each result, and while they have no work.
 *
 * @returns whether a search had no job left
 */
export async function addMissingSteps(
  database: SearchDatabase,
  searchId?: string,
): Promise<boolean> {
  const without = `SELECT id, key_id FROM searches
    WHERE ended_at IS NULL AND NOT EXISTS (SELECT 1 FROM search_jobs WHERE search_id = searches.id)`;
  const found = searchId === undefined
    ? await database.query(without)
    : await database.query(`${without} AND id = ?`, [searchId]);
  for (const row of found) {
    const search = { searchId: String(row["id"]), keyId: String(row["key_id"]) };
    await database.transaction(async (transaction) => {
      if (!await lockOpen(transaction, search.searchId)) return;
      // Another worker may have added the step before the lock.
      const [missing] = await transaction.query(`${without} AND id = ?`, [search.searchId]);
      if (missing !== undefined) await transaction.addStep(search);
    });
  }
  return found.length > 0;
}
