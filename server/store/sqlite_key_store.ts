import type { KeyRecord, KeyStore } from "../auth/key_store.ts";
import { isScope } from "../contracts/scopes.ts";
import type { Database } from "./database.ts";

type Statement = ReturnType<Database["prepare"]>;
type Row = ReturnType<Statement["get"]>;

/** Keys in an SQLite file. */
export class SqliteKeyStore implements KeyStore {
  readonly #find: Statement;
  readonly #list: Statement;
  readonly #add: Statement;
  readonly #revoke: Statement;
  readonly #touch: Statement;

  constructor(database: Database) {
    this.#find = database.prepare("SELECT * FROM keys WHERE id = ?");
    this.#list = database.prepare("SELECT * FROM keys ORDER BY created_at, id");
    this.#add = database.prepare("INSERT INTO keys VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
    this.#revoke = database.prepare("UPDATE keys SET status = 'revoked' WHERE id = ?");
    this.#touch = database.prepare("UPDATE keys SET last_used_at = ? WHERE id = ?");
  }

  find(id: string): Promise<KeyRecord | null> {
    return Promise.try(() => {
      const row = this.#find.get(id);
      return row === undefined ? null : toRecord(row);
    });
  }

  list(): Promise<readonly KeyRecord[]> {
    return Promise.try(() => this.#list.all().map(toRecord));
  }

  add(record: KeyRecord): Promise<void> {
    return Promise.try(() => {
      const { id, name, hash, scopes, status, createdAt, expiresAt, lastUsedAt } = record;
      this.#add.run(id, name, hash, scopes.join(" "), status, createdAt, expiresAt, lastUsedAt);
    });
  }

  revoke(id: string): Promise<boolean> {
    return Promise.try(() => this.#revoke.run(id).changes === 1);
  }

  touch(id: string, usedAt: number): Promise<void> {
    return Promise.try(() => {
      this.#touch.run(usedAt, id);
    });
  }
}

function toRecord(row: NonNullable<Row>): KeyRecord {
  return {
    id: String(row["id"]),
    name: String(row["name"]),
    hash: row["hash"] instanceof Uint8Array ? row["hash"] : new Uint8Array(),
    scopes: String(row["scopes"]).split(" ").filter(isScope),
    status: row["status"] === "active" ? "active" : "revoked",
    createdAt: Number(row["created_at"]),
    expiresAt: instant(row["expires_at"]),
    lastUsedAt: instant(row["last_used_at"]),
  };
}

function instant(value: unknown): number | null {
  return value === null ? null : Number(value);
}
