// This module is browser compatible.

import type { LogRecord } from "../rules/records.ts";
import type { Queries } from "../../store/sql.ts";
import { ownBytes } from "./arena_sql.ts";
import { entryRecordOf } from "./entry_rows.ts";
import type { LogRow } from "./season_store.ts";

/** Returns records of the log in order, after one of them. An entry has its record from the reveal on. */
export async function findLog(
  sql: Pick<Queries, "query">,
  after: number,
  most: number,
): Promise<readonly LogRow[]> {
  const rows = await sql.query(
    `SELECT log.number, log.kind, log.leaf, log.head, log.record, seasons.id AS season_id,
      season_entries.number AS entry, key_id, candidate_hash, salt, accepted_at
    FROM log
    LEFT JOIN season_entries ON season_entries.log_number = log.number
    LEFT JOIN seasons ON seasons.id = season_entries.season_id AND secret IS NOT NULL
    WHERE log.number > ? ORDER BY log.number LIMIT ?`,
    [after, most],
  );
  return await Promise.all(rows.map(async (row) => {
    const { season_id: seasonId, record: text } = row;
    const record = typeof text === "string"
      ? JSON.parse(text) as LogRecord
      : seasonId === null
      ? null
      : await entryRecordOf({
        seasonId: String(seasonId),
        number: Number(row["entry"]),
        keyId: String(row["key_id"]),
        candidateHash: ownBytes(row["candidate_hash"]).toHex(),
        salt: ownBytes(row["salt"]),
        acceptedAt: Number(row["accepted_at"]),
      });
    return {
      index: Number(row["number"]),
      kind: String(row["kind"]) as LogRow["kind"],
      leaf: ownBytes(row["leaf"]),
      head: ownBytes(row["head"]),
      record,
    };
  }));
}
