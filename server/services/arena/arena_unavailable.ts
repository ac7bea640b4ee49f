// This module is browser compatible.

import { ApiError } from "../../base/errors.ts";
import { stateOfStore } from "../searches_unavailable.ts";

const RETRY_AFTER_MS = 1_000;

/** The error of a request that needs the arena while its store cannot be used. */
export function arenaUnavailable(cause: unknown): ApiError {
  return new ApiError(
    "OVERLOADED",
    `Cannot use the arena: its store is ${stateOfStore(cause)}; an entry that it has accepted is ` +
      "kept, and the same request again returns it",
    { retryAfterMs: RETRY_AFTER_MS, cause },
  );
}
