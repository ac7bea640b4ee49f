// This module is browser compatible.

import { ApiError } from "../base/errors.ts";
import { sha256Hex } from "../base/hash.ts";

const encoder = new TextEncoder();

/**
 * Returns the id of the search that a request with an `Idempotency-Key` starts, a UUID of version 8. It
 * follows from both keys, so the same request finds its search after any restart, on any server.
 *
 * @example
 * ```ts
 * import { assertEquals, assertMatch } from "@std/assert";
 *
 * const id = await idOfRequest("A9A9B8Zaz0AA", "one");
 * assertMatch(id, /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
 * assertEquals(await idOfRequest("A9A9B8Zaz0AA", "one"), id);
 * ```
 */
export async function idOfRequest(keyId: string, requestKey: string): Promise<string> {
  const hex = await sha256Hex(encoder.encode(`${keyId} ${requestKey}`));
  const part = (from: number, to: number): string => hex.slice(from, to);
  return `${part(0, 8)}-${part(8, 12)}-8${part(12, 15)}-8${part(15, 18)}-${part(18, 30)}`;
}

/** Returns the error of a key that came with another request. */
export function reusedKey(key: string): ApiError {
  return new ApiError(
    "IDEMPOTENCY_KEY_REUSED",
    `Cannot repeat the request: the Idempotency-Key "${key}" came with another body, must be a ` +
      "new one for each request",
  );
}
