// This module is browser compatible.

import { FAMILY_ID } from "../../contracts/scalar.ts";
import type { ErrorGuide } from "./error_guide.ts";

const PATH = `/v1/families/${FAMILY_ID}/searches`;
const ID = "0b6d3f52-7a1c-4e0e-9f0a-5c1d2e3f4a5b";

/** The guides to the codes of searches. */
export const SEARCH_GUIDES = {
  IDEMPOTENCY_KEY_REUSED: {
    meaning:
      "A request with this `Idempotency-Key` came before, with another body or to another path.",
    remedies: [
      "Make a new key for each request, such as a random UUID, and keep it for its retries only.",
    ],
    example: {
      detail:
        'Cannot repeat the request: the Idempotency-Key "1" came with another body, must be a ' +
        "new one for each request",
      path: PATH,
    },
  },
  SEARCH_NOT_FOUND: {
    meaning:
      "The key has no search with the id in the path: the id is wrong, the search belongs to another " +
      "key, or it ended so long ago that it was removed. The request cost one unit.",
    remedies: [`Take the id from \`GET ${PATH}\`, with the key that started the search.`],
    example: {
      detail:
        `Cannot find the search "${ID}": this key has no search with this id, see GET ${PATH}`,
      path: `${PATH}/${ID}`,
    },
  },
  SEARCH_POINTS_MISSING: {
    meaning:
      "The figures of all candidates are available once the search is done, if it was started " +
      "with the option to store them.",
    remedies: [
      "Wait until the search is done.",
      'Start the search with `"points": "all"`; its report has the best candidates in any case.',
    ],
    example: {
      detail: "Cannot read the points: it is queued, they are available once it is done",
      path: `${PATH}/${ID}/points`,
    },
  },
  SEARCH_QUOTA_EXCEEDED: {
    meaning:
      "Each key has a quota of compute units of searches per day (UTC) and of concurrent searches. " +
      "`policy` names the exceeded one, `units` or `searches`. The quota was not charged. A search " +
      "that ended or was cancelled counts the units of the ranges that it began.",
    remedies: [
      "For `searches`: wait for one of `searchIds` to end, or cancel one with DELETE.",
      "For `units`: use fewer steps, the method sobol with a count, or fewer evaluations.",
      "Wait until `resetsAt`; without it, the plan is larger than the quota of a day.",
    ],
    example: {
      detail: "Cannot search: 2 searches of this key have not ended, at most 2 may be at once; " +
        "wait for one, or cancel it",
      path: PATH,
      members: { policy: "searches", limit: 2, remaining: 0, searchIds: [ID] },
      retryAfterMs: 10_000,
    },
  },
} as const satisfies Record<string, ErrorGuide>;
