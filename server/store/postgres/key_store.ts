import { toRecord, toRow } from "../key_rows.ts";
import type { KeyRecord, KeyRegister, KeyStore } from "../key_store.ts";
import type { Postgres, Statements } from "./connection.ts";
import type { LaterWrites, TakenWrites } from "./write_behind.ts";

/** Keys in a PostgreSQL database, for a server: uses are written later. */
export class PostgresKeyStore implements KeyStore, LaterWrites {
  readonly #sql: Postgres;
  /** Last uses that are not written yet, by key id. */
  #uses = new Map<string, number>();

  constructor(sql: Postgres) {
    this.#sql = sql;
  }

  find(id: string): Promise<KeyRecord | null> {
    return findRecord(this.#sql, id);
  }

  touch(id: string, usedAt: number): void {
    this.#uses.set(id, usedAt);
  }

  take(): TakenWrites | null {
    const taken = this.#uses;
    if (taken.size === 0) return null;
    this.#uses = new Map();
    return {
      write: (sql) => writeUses(sql, taken),
      settle: (isWritten) => {
        if (!isWritten) this.#uses = new Map([...taken, ...this.#uses]);
      },
    };
  }
}

/** Keys in a PostgreSQL database, for an operator. */
export class PostgresKeyRegister implements KeyRegister {
  readonly #sql: Postgres;

  constructor(sql: Postgres) {
    this.#sql = sql;
  }

  find(id: string): Promise<KeyRecord | null> {
    return findRecord(this.#sql, id);
  }

  async list(): Promise<readonly KeyRecord[]> {
    const rows = await this.#sql`SELECT * FROM arena.keys ORDER BY created_at, id`;
    return rows.map(toRecord);
  }

  async add(record: KeyRecord): Promise<void> {
    await this.#sql`INSERT INTO arena.keys ${this.#sql(toRow(record))}`;
  }

  async update(id: string, changed: (record: KeyRecord) => KeyRecord): Promise<KeyRecord | null> {
    return await this.#sql.begin(async (sql) => {
      const [row] = await sql`SELECT * FROM arena.keys WHERE id = ${id} FOR UPDATE`;
      if (row === undefined) return null;
      const next = changed(toRecord(row));
      await sql`UPDATE arena.keys SET ${sql(toRow(next))} WHERE id = ${id}`;
      return next;
    });
  }
}

async function findRecord(sql: Statements, id: string): Promise<KeyRecord | null> {
  const [row] = await sql`SELECT * FROM arena.keys WHERE id = ${id}`;
  return row === undefined ? null : toRecord(row);
}

async function writeUses(sql: Statements, uses: ReadonlyMap<string, number>): Promise<void> {
  // Another server may know of a later use.
  await sql`
    UPDATE arena.keys SET last_used_at = greatest(last_used_at, uses.used_at)
    FROM unnest(${[...uses.keys()]}::text[], ${[...uses.values()]}::bigint[]) AS uses (id, used_at)
    WHERE keys.id = uses.id`;
}
