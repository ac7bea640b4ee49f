import { isScope } from "../contracts/scopes.ts";
import { SERVICE_LIMITS } from "../limits/key_limits.ts";
import type { KeyRecord } from "./key_store.ts";
import { bytesOf, numberOf, type Row, type Value } from "./sql.ts";

/** Returns the columns of a record. */
export function toRow(record: KeyRecord): Readonly<Record<string, Value>> {
  return {
    id: record.id,
    name: record.name,
    hash: record.hash,
    scopes: record.scopes.join(" "),
    status: record.status,
    created_at: record.createdAt,
    expires_at: record.expiresAt,
    revoked_at: record.revokedAt,
    last_used_at: record.lastUsedAt,
    previous_hash: record.previous?.hash ?? null,
    previous_expires_at: record.previous?.expiresAt ?? null,
    units_per_second: record.limits.unitsPerSecond,
    simulations_in_flight: record.limits.simulationsInFlight,
    evaluations_in_flight: record.limits.evaluationsInFlight,
    search_units_per_day: record.limits.searchUnitsPerDay,
    searches_at_once: record.limits.searchesAtOnce,
  };
}

export function toRecord(row: Row): KeyRecord {
  const previousExpiresAt = numberOf(row["previous_expires_at"]);
  const limits = {
    unitsPerSecond: numberOf(row["units_per_second"]),
    simulationsInFlight: numberOf(row["simulations_in_flight"]),
    evaluationsInFlight: numberOf(row["evaluations_in_flight"]),
    searchUnitsPerDay: numberOf(row["search_units_per_day"]),
    searchesAtOnce: numberOf(row["searches_at_once"]),
  };
  return {
    id: String(row["id"]),
    name: String(row["name"]),
    hash: bytesOf(row["hash"]),
    previous: previousExpiresAt === null
      ? null
      : { hash: bytesOf(row["previous_hash"]), expiresAt: previousExpiresAt },
    scopes: String(row["scopes"]).split(" ").filter(isScope),
    limits: Object.values(limits).some((limit) => limit !== null) ? limits : SERVICE_LIMITS,
    status: row["status"] === "active" ? "active" : "revoked",
    createdAt: Number(row["created_at"]),
    expiresAt: numberOf(row["expires_at"]),
    revokedAt: numberOf(row["revoked_at"]),
    lastUsedAt: numberOf(row["last_used_at"]),
  };
}
