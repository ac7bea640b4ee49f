import type { KeyRecord, KeyRegister, KeyStore } from "./key_store.ts";
import { toRecord, toRow } from "./key_rows.ts";
import { type Database, inTransaction, type Statements } from "./sqlite.ts";
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

function findRecord(file: Statements, id: string): KeyRecord | null {
  const row = file.prepare("SELECT * FROM keys WHERE id = ?").get(id);
  return row === undefined ? null : toRecord(row);
}
