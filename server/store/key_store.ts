import type { Scope } from "../contracts/scopes.ts";
import type { KeyLimits } from "../limits/key_limits.ts";

/** What is stored of a key. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
  /** The key that a rotation has replaced; it is good until its expiry. */
  readonly previous: ReplacedKey | null;
  readonly scopes: readonly Scope[];
  readonly limits: KeyLimits;
  readonly status: "active" | "revoked";
  /** Milliseconds since 1970, as all instants here. */
  readonly createdAt: number;
  /** null: it does not expire. */
  readonly expiresAt: number | null;
  /** null: it is not revoked, or was before this was noted. */
  readonly revokedAt: number | null;
  /** To the minute; null: never used. */
  readonly lastUsedAt: number | null;
}

/** An older key of the same id. */
export interface ReplacedKey {
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
  readonly expiresAt: number;
}

/** What a server asks of the keys. A store may be remote: it answers late, or fails. */
export interface KeyStore {
  /** Returns the record of an id, or null. */
  find(id: string): Promise<KeyRecord | null>;
  /** Notes that a key was used; it is written later, with others. */
  touch(id: string, usedAt: number): void;
}

/** What an operator does with the keys. What has resolved outlives a loss of power. */
export interface KeyRegister {
  /** Returns the record of an id, or null. */
  find(id: string): Promise<KeyRecord | null>;
  /** Returns all records, oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  /** Adds a record; its id must be new. */
  add(record: KeyRecord): Promise<void>;
  /** Replaces a record by what comes of it, with nothing in between; null: there is none. */
  change(id: string, changed: (record: KeyRecord) => KeyRecord): Promise<KeyRecord | null>;
}
