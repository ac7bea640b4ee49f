import { endSearch, lockOpen } from "./end_search.ts";
import type { JobClaim, SearchTransaction } from "./search_database.ts";
import type { Job, JobOutcome, RangeResult } from "./search_store.ts";
import { evaluatedTrials } from "./search_trials.ts";

/**
 * Completes a job and writes its outcome, in one transaction. Transactions that lock a search lock it
 * before its jobs, so that no two wait for each other.
 */
export async function writeOutcome(
  transaction: SearchTransaction,
  claim: JobClaim,
  outcome: JobOutcome,
  atMs: number,
): Promise<void> {
  const { job, keyId, job: { searchId } } = claim;
  if (outcome.kind === "result") {
    // A job that is not ours was dropped, or another worker has it by now and will write the same.
    if (job.kind === "step" || !await transaction.complete(claim)) return;
    await addResult(transaction, job, outcome.result);
    const { trials = [] } = outcome.result;
    if (trials.length > 0) await transaction.addTrials(evaluatedTrials(keyId, trials));
    return;
  }
  const isOpen = await lockOpen(transaction, searchId);
  const isOurs = await transaction.complete(claim);
  if (!isOpen || !isOurs) return;
  if (outcome.kind === "end") {
    return await endSearch(transaction, searchId, outcome.end, atMs);
  }
  if (outcome.ranges.length > 0) {
    await transaction.addRanges({ searchId, keyId }, outcome.ranges);
  }
  await transaction.query(
    "UPDATE searches SET status = 'running', started_at = coalesce(started_at, ?) WHERE id = ?",
    [atMs, searchId],
  );
}

async function addResult(
  { query }: SearchTransaction,
  { searchId, stage, from, units }: Extract<Job, { kind: "range" }>,
  { count, merit, best, summary, part }: RangeResult,
): Promise<void> {
  await query(
    `INSERT INTO search_results (search_id, stage, first, count, units, merit, best, summary)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [searchId, stage, from, count, units, merit, best, summary],
  );
  if (part === null) return;
  await query(
    `INSERT INTO search_parts (search_id, stage, first, key, row_count, byte_count)
      VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    [searchId, stage, from, part.key, part.rows, part.bytes],
  );
}
