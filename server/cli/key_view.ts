import type { KeyRecord } from "../store/key_store.ts";

type Instants = "createdAt" | "expiresAt" | "revokedAt" | "lastUsedAt";

/** A key without its hashes, for output; instants in ISO 8601. */
export type PublicKey =
  & Omit<KeyRecord, "hash" | "previous" | "status" | Instants>
  & { readonly status: KeyRecord["status"] | "expired" }
  & Record<Instants | "previousExpiresAt", string | null>;

/**
 * Returns a key without its hashes.
 *
 * @param nowMs decides whether the key is expired, which no store writes down
 */
export function toPublic(record: KeyRecord, nowMs: number): PublicKey {
  const { hash: _, previous, status, createdAt, expiresAt, revokedAt, lastUsedAt, ...rest } =
    record;
  const isExpired = status === "active" && expiresAt !== null && expiresAt <= nowMs;
  return {
    ...rest,
    status: isExpired ? "expired" : status,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    revokedAt: iso(revokedAt),
    lastUsedAt: iso(lastUsedAt),
    previousExpiresAt: iso(previous?.expiresAt ?? null),
  };
}

export function toLine(key: PublicKey): string {
  const { id, status, scopes, revokedAt, expiresAt, lastUsedAt, name } = key;
  const since = revokedAt ?? (status === "expired" ? expiresAt : null);
  const until = status === "active" && expiresAt !== null ? ` until ${expiresAt}` : "";
  const state = status + (since === null ? until : ` ${since}`);
  return `${id}  ${state}  ${scopes.join(",")}  last used ${lastUsedAt ?? "never"}  ${name}`;
}

/** Returns all members of a key, one per line. */
export function toText(key: PublicKey): string {
  const { limits } = key;
  const limit = (value: number | null): string => String(value ?? "default");
  const rows: readonly (readonly [string, string])[] = [
    ["id", key.id],
    ["name", key.name],
    ["status", key.status],
    ["scopes", key.scopes.join(",")],
    ["units per second", limit(limits.unitsPerSecond)],
    ["simulations in flight", limit(limits.simulationsInFlight)],
    ["evaluations in flight", limit(limits.evaluationsInFlight)],
    ["search units a day", limit(limits.searchUnitsPerDay)],
    ["searches at once", limit(limits.searchesAtOnce)],
    ["created", key.createdAt ?? ""],
    ["expires", key.expiresAt ?? "never"],
    ["revoked", key.revokedAt ?? (key.status === "revoked" ? "at an unknown time" : "no")],
    ["last used", key.lastUsedAt ?? "never"],
    ["replaced key works until", key.previousExpiresAt ?? "no replaced key"],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `${label.padEnd(width)}  ${text}`).join("\n");
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
