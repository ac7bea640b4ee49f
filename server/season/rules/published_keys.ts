// This module is browser compatible.

import { canonicalJson } from "../../base/canonical_json.ts";
import type { KeyRecord } from "./records.ts";
import { isSigned, type PublicKey, type SigningKey } from "./receipt.ts";

/** A signing key in `keys.json`. It signs receipts issued from `from` on and before `until`. */
export interface PublishedKey extends PublicKey {
  readonly from: string;
  /** null while the key is in use. */
  readonly until: string | null;
}

/**
 * Returns the record of a new key.
 *
 * @param previous the key in use until now, which signs the record; null for the first key
 */
export function keyRecordOf(
  { keyId, publicKey }: PublicKey,
  from: string,
  previous: SigningKey | null,
): KeyRecord {
  const unsigned = { kind: "key", keyId, publicKey, from } as const;
  if (previous === null) return { ...unsigned, previous: null, signature: null };
  const statement = { ...unsigned, previous: previous.keyId };
  const { signature } = previous.sign(statement);
  return { ...statement, signature };
}

/** Returns whether the previous key has signed the record of a key. */
export async function isVouchedFor(record: KeyRecord, previous: PublicKey): Promise<boolean> {
  const { signature, ...statement } = record;
  const payload = canonicalJson(statement);
  const receipt = { payload, keyId: record.previous ?? "", signature: signature ?? "" };
  return await isSigned(receipt, previous);
}
