// This module is browser compatible.

import { ApiError } from "../base/errors.ts";

const RETRY_AFTER_MS = 1_000;

/** The error of a request that needs searches while their store cannot be used. */
export function searchesUnavailable(cause: unknown): ApiError {
  return new ApiError(
    "OVERLOADED",
    "Cannot use searches: their store is unreachable; stored searches are kept",
    { retryAfterMs: RETRY_AFTER_MS, cause },
  );
}
