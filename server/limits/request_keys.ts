// This module is browser compatible.

/** How long a key of a request is remembered. */
const REMEMBERED_MS = 24 * 3_600_000;
/** Most requests of an API key, and most API keys, that are remembered; the oldest leave. */
const REQUESTS_MAX = 128;
const KEYS_MAX = 1_000;

/** A request by its fingerprint. */
interface Seen {
  readonly fingerprint: string;
  readonly atMs: number;
}

/**
 * The last requests of each API key that succeeded with an `Idempotency-Key`, in memory: about 25 MB at
 * most. A search is found by its id as well, however long ago it was started and wherever.
 */
export class RequestKeys {
  readonly #seen = new Map<string, Map<string, Seen>>();

  /**
   * Returns whether a key of a request came with another one within a day.
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   *
   * const keys = new RequestKeys();
   * keys.remember("key", "one", "body", 0);
   * assertEquals(keys.isReused("key", "one", "body", 1), false);
   * assertEquals(keys.isReused("key", "one", "other", 1), true);
   * assertEquals(keys.isReused("other key", "one", "other", 1), false);
   * assertEquals(keys.isReused("key", "one", "other", 86_400_000), false);
   * ```
   */
  isReused(keyId: string, requestKey: string, fingerprint: string, nowMs: number): boolean {
    const known = this.#seen.get(keyId)?.get(requestKey);
    if (known === undefined || nowMs - known.atMs >= REMEMBERED_MS) return false;
    return known.fingerprint !== fingerprint;
  }

  /** Remembers a request that has succeeded; no other API key loses its own by it. */
  remember(keyId: string, requestKey: string, fingerprint: string, nowMs: number): void {
    const own = this.#seen.get(keyId) ?? new Map<string, Seen>();
    this.#seen.delete(keyId);
    this.#seen.set(keyId, own);
    dropFirst(this.#seen, KEYS_MAX);
    own.delete(requestKey);
    own.set(requestKey, { fingerprint, atMs: nowMs });
    dropFirst(own, REQUESTS_MAX);
  }
}

function dropFirst(map: Map<string, unknown>, most: number): void {
  const [first] = map.keys();
  if (first !== undefined && map.size > most) map.delete(first);
}
