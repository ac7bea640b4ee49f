// deno-lint-ignore no-external-import -- part of the runtime
import { timingSafeEqual } from "node:crypto";
import { type Clock, withDeadline } from "../clock.ts";
import { ApiError } from "../errors.ts";
import { sha256 } from "../hash.ts";
import { keyIdOf } from "./api_key.ts";
import type { KeyRecord, KeyStore } from "../store/key_store.ts";

/** How a resolver treats its store. */
export interface ResolverPolicy {
  /** How long the store may take, in milliseconds. */
  readonly storeDeadlineMs: number;
  /** How long a record is used without asking again: how late a revocation may take effect. */
  readonly freshMs: number;
  /** How long a known record serves while the store does not answer. */
  readonly staleMs: number;
  /** How many records are remembered. */
  readonly recordsMax: number;
}

interface Remembered {
  readonly record: KeyRecord;
  /** The key as it was presented: comparing it takes a tenth of hashing the next one. */
  readonly key: Uint8Array;
  /** When a rotation ends this key, by the wall clock; null: the record alone says. */
  readonly replacedAt: number | null;
  /** When the store gave the record. */
  readonly readAtMs: number;
  /** When the store was last asked, whether or not it answered. */
  readonly askedAtMs: number;
}

const encoder = new TextEncoder();
const TOUCH_EVERY_MS = 60_000;
const STORE_RETRY_AFTER_MS = 1000;

/**
 * Finds the record of a presented key. Records of good keys are remembered for a moment, so that
 * the usual request asks no store, and a short outage does not lock out who was already in.
 */
export class KeyResolver {
  readonly #store: KeyStore;
  readonly #clock: Clock;
  readonly #policy: ResolverPolicy;
  /** Oldest first; only records whose key was presented correctly, so strangers cannot fill it. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(store: KeyStore, clock: Clock, policy: ResolverPolicy) {
    this.#store = store;
    this.#clock = clock;
    this.#policy = policy;
  }

  /**
   * Returns the record of a key; without a promise when it is remembered.
   *
   * @throws {ApiError} API_KEY_INVALID, API_KEY_INACTIVE or AUTH_UNAVAILABLE
   */
  resolve(key: string): KeyRecord | Promise<KeyRecord> {
    const id = keyIdOf(key);
    if (id === null) throw invalid();
    const known = this.#remembered.get(id);
    const isFresh = known && this.#clock.nowMs() - known.askedAtMs < this.#policy.freshMs;
    // Another key of the same id may be one that a rotation has just made: the store knows.
    if (!isFresh || !isSame(encoder.encode(key), known.key)) return this.#read(id, key, known);
    return this.#usable(known.record, known.replacedAt);
  }

  async #read(id: string, key: string, known: Remembered | undefined): Promise<KeyRecord> {
    const found = await this.#find(id, known);
    const hash = await sha256(key);
    if (found === null) throw invalid();
    const { record, readAtMs } = found;
    const { previous } = record;
    const isPrevious = previous !== null && isSame(hash, previous.hash);
    if (!isPrevious && !isSame(hash, record.hash)) throw invalid();
    const replacedAt = isPrevious ? previous.expiresAt : null;
    const usable = this.#usable(record, replacedAt);
    this.#remember({ record: usable, key: encoder.encode(key), replacedAt, readAtMs });
    return usable;
  }

  async #find(
    id: string,
    known: Remembered | undefined,
  ): Promise<Pick<Remembered, "record" | "readAtMs"> | null> {
    const { storeDeadlineMs, staleMs } = this.#policy;
    try {
      const late = (): Error => new Error(`Cannot read a key: it took over ${storeDeadlineMs} ms`);
      const work = this.#store.find(id);
      const record = await withDeadline(this.#clock, storeDeadlineMs, work, late);
      return record && { record, readAtMs: this.#clock.nowMs() };
    } catch (cause) {
      if (known && this.#clock.nowMs() - known.readAtMs < staleMs) return known;
      throw new ApiError(
        "AUTH_UNAVAILABLE",
        "Cannot check the API key: its store is out of reach",
        {
          retryAfterMs: STORE_RETRY_AFTER_MS,
          cause,
        },
      );
    }
  }

  #usable(record: KeyRecord, replacedAt: number | null): KeyRecord {
    const now = this.#clock.epochMs();
    const isOver = (instant: number | null): boolean => instant !== null && instant <= now;
    const fault = isOver(record.expiresAt)
      ? "expired"
      : record.status === "revoked"
      ? "revoked"
      : null;
    if (fault !== null) {
      this.#remembered.delete(record.id);
      throw inactive(`${fault}, ask for a new one`);
    }
    // The record stays: it may be remembered for the new key.
    if (isOver(replacedAt)) throw inactive("replaced, use the new one");
    return record;
  }

  #remember({ record, ...read }: Omit<Remembered, "askedAtMs">): void {
    const now = this.#clock.epochMs();
    const isTouchDue = record.lastUsedAt === null || now - record.lastUsedAt >= TOUCH_EVERY_MS;
    const touched = isTouchDue ? { ...record, lastUsedAt: now } : record;
    this.#remembered.delete(record.id);
    const askedAtMs = this.#clock.nowMs();
    this.#remembered.set(record.id, { ...read, record: touched, askedAtMs });
    for (const id of this.#remembered.keys()) {
      if (this.#remembered.size <= this.#policy.recordsMax) break;
      this.#remembered.delete(id);
    }
    if (isTouchDue) this.#store.touch(record.id, now);
  }
}

/** Compares in a time that says nothing of where two texts differ. */
function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

function inactive(fault: string): ApiError {
  return new ApiError("API_KEY_INACTIVE", `Cannot use this API key: it is ${fault}`);
}

function invalid(): ApiError {
  return new ApiError(
    "API_KEY_INVALID",
    "Cannot authenticate: the x-api-key header holds no known key, send one that is valid",
  );
}
