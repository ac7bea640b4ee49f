import { toRecord, toRow } from "./key_rows.ts";
import type { KeyRecord, KeyRegister, KeyStore } from "./key_store.ts";
import { inBatches, placeholders, type Queries, type Sql } from "./sql.ts";
import type { PendingWrites, TakenWrites } from "./write_behind.ts";

/** Keys for a server. Their uses are written later. */
export class SqlKeyStore implements KeyStore, PendingWrites {
  readonly evaluatedCount = 0;
  readonly #sql: Queries;
  /** Last uses that are not written yet, by key id. */
  #uses = new Map<string, number>();

  constructor(sql: Queries) {
    this.#sql = sql;
  }

  find(id: string): Promise<KeyRecord | null> {
    return findRecord(this.#sql, id);
  }

  touch(id: string, usedAt: number): void {
    this.#uses.set(id, usedAt);
  }

  get isPending(): boolean {
    return this.#uses.size > 0;
  }

  take(): TakenWrites | null {
    const taken = this.#uses;
    if (taken.size === 0) return null;
    this.#uses = new Map();
    return {
      write: (sql) => writeUses(sql, [...taken]),
      settle: (isWritten) => {
        if (!isWritten) this.#uses = new Map([...taken, ...this.#uses]);
      },
    };
  }
}

/** Keys for an operator. */
export class SqlKeyRegister implements KeyRegister {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  find(id: string): Promise<KeyRecord | null> {
    return findRecord(this.#sql, id);
  }

  async hasAny(): Promise<boolean> {
    return (await this.#sql.query("SELECT 1 FROM keys LIMIT 1")).length > 0;
  }

  async list(): Promise<readonly KeyRecord[]> {
    return (await this.#sql.query("SELECT * FROM keys ORDER BY created_at, id")).map(toRecord);
  }

  async add(record: KeyRecord): Promise<void> {
    const row = toRow(record);
    const names = Object.keys(row);
    await this.#sql.query(
      `INSERT INTO keys (${names.join(", ")}) VALUES ${placeholders(1, names.length)}`,
      Object.values(row),
    );
  }

  update(id: string, changed: (record: KeyRecord) => KeyRecord): Promise<KeyRecord | null> {
    return this.#sql.transaction(async (sql) => {
      const record = await findRecord(sql, id, sql.forUpdate);
      if (record === null) return null;
      const next = changed(record);
      const row = toRow(next);
      const columns = Object.keys(row).map((name) => `${name} = ?`);
      await sql.query(`UPDATE keys SET ${columns.join(", ")} WHERE id = ?`, [
        ...Object.values(row),
        id,
      ]);
      return next;
    });
  }
}

/** Returns the records of those ids that there are. */
export async function findRecords(
  sql: Queries,
  ids: readonly string[],
): Promise<readonly KeyRecord[]> {
  const found: KeyRecord[] = [];
  await inBatches(ids, async (batch) => {
    const wanted = placeholders(1, batch.length);
    found.push(
      ...(await sql.query(`SELECT * FROM keys WHERE id IN ${wanted}`, batch)).map(toRecord),
    );
  });
  return found;
}

async function findRecord(sql: Queries, id: string, lock = ""): Promise<KeyRecord | null> {
  const [row] = await sql.query(`SELECT * FROM keys WHERE id = ?${lock}`, [id]);
  return row === undefined ? null : toRecord(row);
}

/** Writes last uses, unless another server knows of a later one. */
async function writeUses(
  sql: Queries,
  uses: readonly (readonly [id: string, usedAt: number])[],
): Promise<void> {
  await inBatches(uses, (batch) => {
    const rows = batch.map(() => "(?, CAST(? AS bigint))").join(", ");
    return sql.query(
      `WITH uses (id, used_at) AS (VALUES ${rows})
        UPDATE keys SET last_used_at = uses.used_at FROM uses
        WHERE keys.id = uses.id AND (last_used_at IS NULL OR last_used_at < uses.used_at)`,
      batch.flat(),
    );
  });
}
