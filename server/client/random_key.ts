// This module is browser compatible.

/** Returns a value of `Idempotency-Key` that no other call has; a page without TLS has no `randomUUID`. */
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
