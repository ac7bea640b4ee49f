import { type Clock, withDeadline } from "../base/clock.ts";
import { ApiError } from "../base/errors.ts";
import { sha256 } from "../base/hash.ts";
import { keyIdOf } from "./api_key.ts";
import { endOfKey, type KeyRecord, type KeyStore } from "../store/key_store.ts";

/** Deadlines and size of a resolver's cache. */
export interface ResolverPolicy {
  /** How long the store may take, in milliseconds. */
  readonly storeDeadlineMs: number;
  /** How long a record is used without reading the store: the longest delay of a revocation. */
  readonly freshMs: number;
  /** How long a cached record is used while the store fails. */
  readonly staleMs: number;
  /** Size of the cache. */
  readonly recordsMax: number;
}

interface CacheEntry {
  readonly record: KeyRecord;
  /** The key as presented: comparing it takes a tenth of the time of hashing the next one. */
  readonly key: Uint8Array;
  /** When a rotation ends this key, by the wall clock; null: it is the current key. */
  readonly replacedAt: number | null;
  /** When the store returned the record. */
  readonly readAtMs: number;
  /** When the store was last read, successfully or not. */
  readonly askedAtMs: number;
}

const encoder = new TextEncoder();
const TOUCH_EVERY_MS = 60_000;
const STORE_RETRY_AFTER_MS = 1000;

/**
 * Finds the record of a presented key. Records of valid keys are cached for a moment, so most requests
 * need no store, and a short outage does not lock out callers that were already in.
 */
export class KeyResolver {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #policy: ResolverPolicy;
  /** Oldest first; only records whose key was presented correctly, so no stranger can fill it. */
  readonly #cache = new Map<string, CacheEntry>();

  constructor(store: KeyStore, clock: Clock, policy: ResolverPolicy) {
    this.#store = store;
    this.#clock = clock;
    this.#policy = policy;
  }

  /**
   * Returns the record of a key; without a promise when it is cached.
   *
   * @throws {ApiError} API_KEY_INVALID, API_KEY_INACTIVE or AUTH_UNAVAILABLE
   */
  resolve(key: string): KeyRecord | Promise<KeyRecord> {
    const id = keyIdOf(key);
    if (id === null) throw invalid();
    const known = this.#cache.get(id);
    // Another key of the same id may come from a rotation a moment ago: read the store.
    if (!this.#isFresh(known) || !isSame(encoder.encode(key), known.key)) {
      return this.#read(id, key, known);
    }
    return this.#requireUsable(known.record, known.replacedAt);
  }

  /**
   * Returns whether a key was read as revoked or expired: then its answers that take long end too. A
   * store that cannot be read ends no answer.
   */
  async hasEnded(id: string): Promise<boolean> {
    const known = this.#cache.get(id);
    const record = this.#isFresh(known) ? known.record : await this.#ask(id).catch(() => null);
    return record !== null && endOfKey(record, this.#clock.epochMs()) !== null;
  }

  #isFresh(known: CacheEntry | undefined): known is CacheEntry {
    return known !== undefined && this.#clock.nowMs() - known.askedAtMs < this.#policy.freshMs;
  }

  async #read(id: string, key: string, known: CacheEntry | undefined): Promise<KeyRecord> {
    const found = await this.#find(id, known);
    const hash = await sha256(key);
    if (found === null) throw invalid();
    const { record, readAtMs } = found;
    const { previous } = record;
    const isPrevious = previous !== null && isSame(hash, previous.hash);
    if (!isPrevious && !isSame(hash, record.hash)) throw invalid();
    const replacedAt = isPrevious ? previous.expiresAt : null;
    const usable = this.#requireUsable(record, replacedAt);
    this.#cacheRecord({ record: usable, key: encoder.encode(key), replacedAt, readAtMs });
    return usable;
  }

  async #find(
    id: string,
    known: CacheEntry | undefined,
  ): Promise<Pick<CacheEntry, "record" | "readAtMs"> | null> {
    try {
      const record = await this.#ask(id);
      return record && { record, readAtMs: this.#clock.nowMs() };
    } catch (cause) {
      if (known && this.#clock.nowMs() - known.readAtMs < this.#policy.staleMs) return known;
      throw new ApiError(
        "AUTH_UNAVAILABLE",
        "Cannot check the API key: its store is unreachable",
        {
          retryAfterMs: STORE_RETRY_AFTER_MS,
          cause,
        },
      );
    }
  }

  #ask(id: string): Promise<KeyRecord | null> {
    const { storeDeadlineMs } = this.#policy;
    const late = (): Error => new Error(`Cannot read a key: it took over ${storeDeadlineMs} ms`);
    return withDeadline(this.#clock, storeDeadlineMs, this.#store.find(id), late);
  }

  #requireUsable(record: KeyRecord, replacedAt: number | null): KeyRecord {
    const now = this.#clock.epochMs();
    const reason = endOfKey(record, now);
    if (reason !== null) {
      this.#cache.delete(record.id);
      throw inactive(`${reason}, ask for a new one`);
    }
    // The record stays in the cache: it may be there for the new key.
    if (replacedAt !== null && replacedAt <= now) throw inactive("replaced, use the new one");
    return record;
  }

  #cacheRecord({ record, ...read }: Omit<CacheEntry, "askedAtMs">): void {
    const now = this.#clock.epochMs();
    const isTouchDue = record.lastUsedAt === null || now - record.lastUsedAt >= TOUCH_EVERY_MS;
    const touched = isTouchDue ? { ...record, lastUsedAt: now } : record;
    this.#cache.delete(record.id);
    const askedAtMs = this.#clock.nowMs();
    this.#cache.set(record.id, { ...read, record: touched, askedAtMs });
    for (const id of this.#cache.keys()) {
      if (this.#cache.size <= this.#policy.recordsMax) break;
      this.#cache.delete(id);
    }
    if (isTouchDue) this.#store.touch(record.id, now);
  }
}

/**
 * Compares two keys in constant time: no step depends on a byte. `node:crypto` has the same function,
 * but loading that module takes a fifth of the whole start.
 */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let index = 0; index < a.length; index++) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
}

function inactive(reason: string): ApiError {
  return new ApiError("API_KEY_INACTIVE", `Cannot use this API key: it is ${reason}`);
}

function invalid(): ApiError {
  return new ApiError(
    "API_KEY_INVALID",
    "Cannot authenticate: the x-api-key header holds an unknown key, send a valid one",
  );
}
