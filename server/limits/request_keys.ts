// This module is browser compatible.

/** How long a key of a request is remembered. */
const REMEMBERED_MS = 24 * 3_600_000;
/** Most requests that are remembered; the oldest leave. Each takes about 200 bytes. */
const REMEMBERED_MAX = 50_000;

/** A request by its fingerprint. */
interface Seen {
  readonly fingerprint: string;
  readonly atMs: number;
}

/** The requests of a day that named an `Idempotency-Key`, by API key and that key. */
export class RequestKeys {
  readonly #seen = new Map<string, Seen>();

  /**
   * Remembers a request.
   *
   * @returns whether the key was used for another request within a day
   *
   * @example
   * ```ts
   * import { assertEquals } from "@std/assert";
   *
   * const keys = new RequestKeys();
   * assertEquals(keys.isReused("key", "one", "body", 0), false);
   * assertEquals(keys.isReused("key", "one", "body", 1), false);
   * assertEquals(keys.isReused("key", "one", "other", 2), true);
   * assertEquals(keys.isReused("other key", "one", "other", 3), false);
   * assertEquals(keys.isReused("key", "one", "other", 86_400_000), false);
   * ```
   */
  isReused(keyId: string, requestKey: string, fingerprint: string, nowMs: number): boolean {
    // No id of a key has a space.
    const name = `${keyId} ${requestKey}`;
    const known = this.#seen.get(name);
    if (known !== undefined && nowMs - known.atMs < REMEMBERED_MS) {
      return known.fingerprint !== fingerprint;
    }
    this.#seen.delete(name);
    this.#seen.set(name, { fingerprint, atMs: nowMs });
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined && this.#seen.size > REMEMBERED_MAX) this.#seen.delete(oldest);
    return false;
  }
}
