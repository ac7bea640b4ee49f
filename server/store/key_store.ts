import type { Scope } from "../contracts/scopes.ts";
import type { KeyLimits } from "../limits/key_limits.ts";

export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
  /** The key that the last rotation replaced; it works until its expiry. */
  readonly previous: ReplacedKey | null;
  readonly scopes: readonly Scope[];
  readonly limits: KeyLimits;
  readonly status: "active" | "revoked";
  /** Milliseconds since 1970, like every instant of this record. */
  readonly createdAt: number;
  /** null: the key does not expire. */
  readonly expiresAt: number | null;
  /** null: the key is not revoked, or was revoked before this was recorded. */
  readonly revokedAt: number | null;
  /** Precise to a minute; null: never used. */
  readonly lastUsedAt: number | null;
}

/** A replaced key of the same id. */
export interface ReplacedKey {
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
  readonly expiresAt: number;
}

/** Returns why a key no longer works at an instant, whatever its secret; null while it works. */
export function endOfKey(
  { expiresAt, status }: Pick<KeyRecord, "expiresAt" | "status">,
  now: number,
): "expired" | "revoked" | null {
  if (expiresAt !== null && expiresAt <= now) return "expired";
  return status === "revoked" ? "revoked" : null;
}

/** The keys, for a server. The store may be remote, so it may be slow or fail. */
export interface KeyStore {
  /** Returns the record of an id, or null. */
  find(id: string): Promise<KeyRecord | null>;
  /** Records the use of a key, which is written later. */
  touch(id: string, usedAt: number): void;
}

/** The keys, for an operator. A change is durable when its promise resolves. */
export interface KeyRegister {
  /** Returns the record of an id, or null. */
  find(id: string): Promise<KeyRecord | null>;
  /** Returns whether there is any record. */
  hasAny(): Promise<boolean>;
  /** Returns all records, oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  /** Adds a record; its id must be new. */
  add(record: KeyRecord): Promise<void>;
  /** Replaces a record in one transaction; returns the new record, or null for an unknown id. */
  update(id: string, changed: (record: KeyRecord) => KeyRecord): Promise<KeyRecord | null>;
}
