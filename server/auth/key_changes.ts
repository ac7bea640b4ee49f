import { SERVICE_LIMITS } from "../limits/key_limits.ts";
import type { NewKey } from "./api_key.ts";
import type { KeyRecord } from "../store/key_store.ts";

type RequiredFields = Pick<KeyRecord, "name" | "scopes" | "createdAt">;
type OptionalFields = Partial<Pick<KeyRecord, "expiresAt" | "limits">>;

/** Returns the record of a new key; by default without expiry and with the limits of the service. */
export function newRecord(
  { id, hash }: Pick<NewKey, "id" | "hash">,
  given: RequiredFields & OptionalFields,
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

/** Returns the record revoked; a revoked record stays the same. */
export function revokedRecord(record: KeyRecord, now: number): KeyRecord {
  return record.status === "revoked" ? record : { ...record, status: "revoked", revokedAt: now };
}

/**
 * Returns the record with a new key of the same id. The replaced key works for the grace period; a key
 * that was replaced earlier stops working.
 *
 * @param graceMs 0 ends the replaced key at once
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
