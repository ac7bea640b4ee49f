// This module is browser compatible.

import { BATCH_MAX } from "../contracts/batch_max.ts";
import type { Batch, Candidate } from "../contracts/types.ts";
import type { LimitPolicy } from "../limits/account.ts";
import { simulationCost } from "../limits/cost.ts";
import { isTooDear } from "./client_response.ts";
import type { RequestCost } from "./pacer.ts";

/**
 * Runs candidates, as many in a request as the budget of the key can pay at once. One that is too dear
 * for any request gets the problem that says so.
 *
 * @param policyOf returns the limits that the last answer has stated
 * @param send runs some of the candidates
 */
export async function inBatches(
  candidates: readonly Candidate[],
  policyOf: () => LimitPolicy,
  send: (part: readonly Candidate[]) => Promise<Batch>,
): Promise<Batch> {
  const all: Batch["results"] = [];
  do {
    const part = affordable(candidates.slice(all.length), policyOf());
    const { results } = await send(part).catch((error: unknown): Batch => {
      if (part.length === 1 && isTooDear(error)) return { results: [{ error: error.problem }] };
      throw error;
    });
    all.push(...results);
  } while (all.length < candidates.length);
  return { results: all };
}

/** Returns the first candidates that a budget can pay at once, at least one. */
function affordable(
  candidates: readonly Candidate[],
  { budget: { units } }: LimitPolicy,
): readonly Candidate[] {
  let count = Math.min(BATCH_MAX, candidates.length);
  while (count > 1 && costOf(candidates.slice(0, count)).units > units) count--;
  return candidates.slice(0, count);
}

/** Returns the price of candidates. The service refuses one without components, in its own words. */
export function costOf(candidates: readonly Candidate[]): RequestCost {
  const counts = candidates.map(({ components }) => components?.length ?? 1);
  const units = simulationCost(counts.reduce((sum, count) => sum + count, 0));
  return { units, slot: "simulations" };
}
