// This module is browser compatible.

import { ApiError } from "../base/errors.ts";
import type { StoredBytes } from "../store/search_store.ts";

/**
 * Checks whether the store has room for another search. Open searches count what they have stored so
 * far; a report is counted once it is there.
 *
 * @param cost most bytes of the order, the results and the points of the search
 * @throws {ApiError} SEARCH_QUOTA_EXCEEDED
 */
export function checkBytes(cost: number, used: StoredBytes, limits: StoredBytes): void {
  const whose = used.ofKey + cost > limits.ofKey ? "ofKey" : "all";
  const [limit, held] = [limits[whose], used[whose]];
  if (held + cost <= limit) return;
  const owner = whose === "ofKey" ? "this key" : "all keys together";
  const remaining = Math.max(0, limit - held);
  throw new ApiError(
    "SEARCH_QUOTA_EXCEEDED",
    `Cannot search: the plan, its results and its points take up to ${cost} bytes, ${owner} may store ${limit}, ` +
      `of which ${remaining} are left; take "points": "none", or fewer candidates`,
    { members: { policy: "bytes", limit, cost, remaining } },
  );
}
