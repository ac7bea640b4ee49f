// This module is browser compatible.

import type { KeyRecord } from "../rules/records.ts";

/** The public half of a signing key and its time. Instants are milliseconds since 1970. */
export interface StoredSigningKey {
  readonly keyId: string;
  /** 32 bytes, base64. */
  readonly publicKey: string;
  readonly from: number;
  /** Receipts issued from then on are not valid; null: the key signs. */
  readonly until: number | null;
}

/** The public halves of all signing keys. */
export interface SigningKeyStore {
  /** Lists the keys in the order in which they began. */
  list(): Promise<readonly StoredSigningKey[]>;
  /**
   * Adds a key with its record in the log, and ends the key before it, whose later receipts leave the
   * practice boards; false if that one is not the current key, or if the key is there.
   *
   * @param previousUntil the end of the key before it
   */
  add(record: KeyRecord, previousUntil: number | null): Promise<boolean>;
}
