// This module is browser compatible.

import { DEADLINE } from "../base/call_deadline.ts";
import { ApiError } from "../base/errors.ts";

const RETRY_AFTER_MS = 1_000;

/** Asks a store; a failure of the store becomes an error for the caller. */
export type Ask<S> = <T>(question: (store: S) => Promise<T>) => Promise<T>;

export function asking<S>(store: S, toError: (cause: unknown) => ApiError): Ask<S> {
  return async (question) => {
    try {
      return await question(store);
    } catch (cause) {
      throw toError(cause);
    }
  };
}

/** The error of a request that needs searches while their store cannot be used. */
export function searchesUnavailable(cause: unknown): ApiError {
  return new ApiError(
    "OVERLOADED",
    `Cannot use searches: their store is ${stateOfStore(cause)}; stored searches are kept`,
    { retryAfterMs: RETRY_AFTER_MS, cause },
  );
}

/** The error of a request that needs seasons or boards while their store cannot be used. */
export function arenaUnavailable(cause: unknown): ApiError {
  return new ApiError(
    "OVERLOADED",
    `Cannot use the arena: its store is ${stateOfStore(cause)}; an entry that it has accepted is ` +
      "kept, and the same request again returns it",
    { retryAfterMs: RETRY_AFTER_MS, cause },
  );
}

function stateOfStore(cause: unknown): "too slow" | "unreachable" {
  return cause === DEADLINE ? "too slow" : "unreachable";
}
