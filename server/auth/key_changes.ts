import { SERVICE_LIMITS } from "../limits/key_limits.ts";
import type { NewKey } from "./api_key.ts";
import type { KeyRecord } from "../store/key_store.ts";

type Given = Pick<KeyRecord, "name" | "scopes" | "createdAt">;
type Left = Partial<Pick<KeyRecord, "expiresAt" | "limits">>;

/** Returns the record of a new key; it does not expire and has the limits of the service unless given. */
export function newRecord(
  { id, hash }: Pick<NewKey, "id" | "hash">,
  given: Given & Left,
): KeyRecord {
  return {
    id,
    hash,
    previous: null,
    limits: SERVICE_LIMITS,
    status: "active",
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    ...given,
  };
}

/** Returns the record made unusable for good; a second time changes nothing. */
export function revokedRecord(record: KeyRecord, now: number): KeyRecord {
  return record.status === "revoked" ? record : { ...record, status: "revoked", revokedAt: now };
}

/**
 * Returns the record with a new key of its id. The one before it is good for the grace; one that was
 * replaced earlier is not any more.
 *
 * @param graceMs 0 ends the key before it at once
 */
export function rotatedRecord(
  record: KeyRecord,
  { hash }: Pick<NewKey, "hash">,
  now: number,
  graceMs: number,
): KeyRecord {
  const previous = graceMs === 0 ? null : { hash: record.hash, expiresAt: now + graceMs };
  return { ...record, hash, previous };
}
