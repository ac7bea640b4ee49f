// This module is browser compatible.

import type { KeyRecord } from "../rules/records.ts";
import { numberOf } from "../../store/sql.ts";
import { type ArenaSql, ownBytes } from "./arena_sql.ts";
import { removeRows } from "./published_rows.ts";
import type { SigningKeyStore, StoredSigningKey } from "./signing_key_store.ts";

/** Signing keys in the tables of the arena. */
export class SqlSigningKeys implements SigningKeyStore {
  readonly #sql: ArenaSql;

  constructor(sql: ArenaSql) {
    this.#sql = sql;
  }

  async list(): Promise<readonly StoredSigningKey[]> {
    const rows = await this.#sql.query(
      "SELECT * FROM signing_keys ORDER BY valid_from, valid_until IS NULL, valid_until, id",
    );
    return rows.map((row) => ({
      keyId: String(row["id"]),
      publicKey: ownBytes(row["public_key"]).toBase64(),
      from: Number(row["valid_from"]),
      until: numberOf(row["valid_until"]),
    }));
  }

  add(record: KeyRecord, previousUntil: number | null): Promise<boolean> {
    const { keyId, publicKey, from, previous } = record;
    return this.#sql.change(async ({ query, append }) => {
      const keys = await query("SELECT id, valid_until FROM signing_keys");
      const current = keys.find((key) => key["valid_until"] === null)?.["id"] ?? null;
      if (current !== previous || keys.some(({ id }) => id === keyId)) return false;
      await append(record);
      await query("UPDATE signing_keys SET valid_until = ? WHERE id = ?", [
        previousUntil,
        previous,
      ]);
      await query(
        "INSERT INTO signing_keys (id, public_key, valid_from) VALUES (?, ?, ?)",
        [keyId, Uint8Array.fromBase64(publicKey), Date.parse(from)],
      );
      if (previousUntil !== null) {
        // The second in which a key ends is not its own.
        const ended = "signed_by = ? AND issued_at > ?";
        await removeRows(query, ended, [previous, previousUntil - 1_000]);
      }
      return true;
    });
  }
}
