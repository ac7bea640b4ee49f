// This module is browser compatible.

import { ApiError } from "../base/errors.ts";

const RETRY_AFTER_MS = 1_000;

/** The cause of a call that took longer than its callers wait. */
export const DEADLINE = "deadline";

/** Returns what is wrong with a store, as far as the cause of a failed call says. */
export function stateOfStore(cause: unknown): "too slow" | "unreachable" {
  return cause === DEADLINE ? "too slow" : "unreachable";
}

/** The error of a request that needs searches while their store cannot be used. */
export function searchesUnavailable(cause: unknown): ApiError {
  return new ApiError(
    "OVERLOADED",
    `Cannot use searches: their store is ${stateOfStore(cause)}; stored searches are kept`,
    { retryAfterMs: RETRY_AFTER_MS, cause },
  );
}
