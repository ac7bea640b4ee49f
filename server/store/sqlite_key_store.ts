import type { KeyRecord, KeyRegister, KeyStore } from "./key_store.ts";
import { isScope } from "../contracts/scopes.ts";
import { SERVICE_LIMITS } from "../limits/key_limits.ts";
import { type Database, inTransaction, type Row, type Statements } from "./sqlite.ts";
import type { PendingWrites } from "./write_behind.ts";

/** Keys in an SQLite file, for a server: reads never wait for locks, and uses are written later. */
export class SqliteKeyStore implements KeyStore, PendingWrites {
  readonly #file: Statements;
  /** Last uses that are not written yet, by key id. */
  readonly #uses = new Map<string, number>();

  constructor(file: Statements) {
    this.#file = file;
  }

  find(id: string): Promise<KeyRecord | null> {
    return Promise.try(() => findRecord(this.#file, id));
  }

  touch(id: string, usedAt: number): void {
    this.#uses.set(id, usedAt);
  }

  get isPending(): boolean {
    return this.#uses.size > 0;
  }

  write(): void {
    const touch = this.#file.prepare("UPDATE keys SET last_used_at = ? WHERE id = ?");
    for (const [id, usedAt] of this.#uses) touch.run(usedAt, id);
  }

  clear(): void {
    this.#uses.clear();
  }
}

/** Keys in an SQLite file, for an operator. */
export class SqliteKeyRegister implements KeyRegister {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(id: string): Promise<KeyRecord | null> {
    return Promise.try(() => findRecord(this.#database, id));
  }

  list(): Promise<readonly KeyRecord[]> {
    return Promise.try(() =>
      this.#database.prepare("SELECT * FROM keys ORDER BY created_at, id").all().map(toRecord)
    );
  }

  add(record: KeyRecord): Promise<void> {
    return Promise.try(() => {
      const row = toRow(record);
      const names = Object.keys(row);
      const values = names.map((name) => `:${name}`);
      this.#database.prepare(`INSERT INTO keys (${names.join()}) VALUES (${values.join()})`)
        .run(row);
    });
  }

  update(id: string, changed: (record: KeyRecord) => KeyRecord): Promise<KeyRecord | null> {
    return Promise.try(() =>
      inTransaction(this.#database, () => {
        const record = findRecord(this.#database, id);
        if (record === null) return null;
        const next = changed(record);
        const row = toRow(next);
        const columns = Object.keys(row).map((name) => `${name} = :${name}`);
        this.#database.prepare(`UPDATE keys SET ${columns.join()} WHERE id = :id`).run(row);
        return next;
      })
    );
  }
}

/** Returns the columns of a record by their names. */
function toRow(record: KeyRecord): Record<string, string | number | Uint8Array | null> {
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
    candidates_per_day: record.limits.candidatesPerDay,
    searches_at_once: record.limits.searchesAtOnce,
  };
}

function findRecord(file: Statements, id: string): KeyRecord | null {
  const row = file.prepare("SELECT * FROM keys WHERE id = ?").get(id);
  return row === undefined ? null : toRecord(row);
}

function toRecord(row: Row): KeyRecord {
  const previousExpiresAt = numberOf(row["previous_expires_at"]);
  const limits = {
    unitsPerSecond: numberOf(row["units_per_second"]),
    simulationsInFlight: numberOf(row["simulations_in_flight"]),
    evaluationsInFlight: numberOf(row["evaluations_in_flight"]),
    candidatesPerDay: numberOf(row["candidates_per_day"]),
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

function numberOf(value: unknown): number | null {
  return value === null ? null : Number(value);
}

function bytesOf(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}
