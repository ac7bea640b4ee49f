// This module is browser compatible.

import type { SearchQuotaView } from "../contracts/search.ts";
import { ApiError } from "../base/errors.ts";
import { componentsWithin } from "../limits/cost.ts";
import type { SearchUse } from "../store/search_store.ts";
import type { SearchLimits } from "./search_service.ts";

const DAY_MS = 86_400_000;
/** Delay before a key asks again whether one of its searches has ended. */
const BUSY_RETRY_MS = 10_000;

/** A day of the quota, UTC. */
export interface QuotaDay {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Returns the quota day of an instant. */
export function dayOf(nowMs: number): QuotaDay {
  const fromMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return { fromMs, toMs: fromMs + DAY_MS };
}

/** Returns the remaining quota. */
export function quotaView(limits: SearchLimits, use: SearchUse, day: QuotaDay): SearchQuotaView {
  const unitsLeft = Math.max(0, limits.unitsPerDay - use.units);
  return {
    unitsPerDay: limits.unitsPerDay,
    unitsLeft,
    candidatesPerDay: componentsWithin(limits.unitsPerDay),
    candidatesLeft: componentsWithin(unitsLeft),
    searchesAtOnce: limits.atOnce,
    searchesLeft: Math.max(0, limits.atOnce - use.atOnce),
    resetsAt: new Date(day.toMs).toISOString(),
  };
}

export interface RefusedSearch {
  readonly limits: SearchLimits;
  /** Use of the key without this search. */
  readonly use: SearchUse;
  /** Compute units of this search. */
  readonly units: number;
  readonly day: QuotaDay;
  /** Ids of the unfinished searches of the key. */
  readonly open: readonly string[];
  readonly nowMs: number;
}

/** Returns the error with the exceeded limit, its use, and the time of the next attempt. */
export function overQuota({ limits, use, units, day, open, nowMs }: RefusedSearch): ApiError {
  if (use.atOnce >= limits.atOnce) {
    return new ApiError(
      "SEARCH_QUOTA_EXCEEDED",
      `Cannot search: ${use.atOnce} searches of this key have not ended, at most ` +
        `${limits.atOnce} may be at once; wait for one, or cancel it`,
      {
        members: { policy: "searches", limit: limits.atOnce, remaining: 0, searchIds: open },
        retryAfterMs: BUSY_RETRY_MS,
      },
    );
  }
  const { unitsPerDay: limit } = limits;
  const remaining = Math.max(0, limit - use.units);
  const members = { policy: "units", limit, cost: units, remaining };
  if (units > limit) {
    return new ApiError(
      "SEARCH_QUOTA_EXCEEDED",
      `Cannot search: the plan costs ${units} compute units, this key may use ${limit} a day; ` +
        "take fewer steps, sobol with a count, or fewer evaluations",
      { members },
    );
  }
  const resetsAt = new Date(day.toMs).toISOString();
  return new ApiError(
    "SEARCH_QUOTA_EXCEEDED",
    `Cannot search: the plan costs ${units} compute units, ${remaining} of the ${limit} of this ` +
      `day are left; the next begins at ${resetsAt}`,
    { members: { ...members, resetsAt }, retryAfterMs: day.toMs - nowMs },
  );
}
