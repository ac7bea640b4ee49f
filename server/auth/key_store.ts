import type { Scope } from "../contracts/scopes.ts";

/** What is stored of a key. */
export interface KeyRecord {
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
  readonly scopes: readonly Scope[];
  readonly status: "active" | "revoked";
  /** Milliseconds since 1970, as all instants here. */
  readonly createdAt: number;
  /** null: it does not expire. */
  readonly expiresAt: number | null;
  /** To the minute; null: never used. */
  readonly lastUsedAt: number | null;
}

/** Where keys are kept. A store may be remote: it answers late, or fails. */
export interface KeyStore {
  /** Returns the record of an id, or null. */
  find(id: string): Promise<KeyRecord | null>;
  /** Returns all records, oldest first. */
  list(): Promise<readonly KeyRecord[]>;
  /** Adds a record; its id must be new. */
  add(record: KeyRecord): Promise<void>;
  /** Makes a key unusable for good; says whether there is one of that id. */
  revoke(id: string): Promise<boolean>;
  /** Notes that a key was used. */
  touch(id: string, usedAt: number): Promise<void>;
}
