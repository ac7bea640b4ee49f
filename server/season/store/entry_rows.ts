// This module is browser compatible.

import type { SeasonDefinition } from "../../contracts/season.ts";
import { keyTagOf } from "../rules/key_tag.ts";
import { type EntryRecord, secondOf } from "../rules/records.ts";
import type { Queries, Row } from "../../store/sql.ts";
import { ownBytes } from "./arena_sql.ts";
import type { EntryCount, StoredEntry } from "./season_store.ts";

/** Entries with their leaves. */
const SELECT = `SELECT season_entries.*, leaf, head FROM season_entries
  JOIN log ON log.number = log_number WHERE season_id = ?`;

/**
 * Entries of a key. The plus keeps SQLite from reading all entries in their order, where the index by
 * key has few.
 */
export const OF_KEY = `${SELECT} AND key_id = ? ORDER BY +season_entries.number`;

/** Numbers of entries of a key by season; each season's are read from the index by key. */
export const ENTRIES_OF_KEY = `SELECT * FROM (
  SELECT id, definition, log_number, (
    SELECT count(*) FROM season_entries WHERE season_id = seasons.id AND key_id = ?
  ) AS entries FROM seasons
) AS counted WHERE entries > 0 ORDER BY log_number DESC`;

/** Counts the entries of a key by season, newest first. */
export async function countEntries(
  sql: Pick<Queries, "query">,
  keyId: string,
): Promise<readonly EntryCount[]> {
  const rows = await sql.query(ENTRIES_OF_KEY, [keyId]);
  return rows.map(({ id, entries, definition }) => ({
    seasonId: String(id),
    entries: Number(entries),
    limit: (JSON.parse(String(definition)) as SeasonDefinition).entriesPerKey,
  }));
}

/** Returns entries of a season by number: of all keys, or of one. */
export async function findEntries(
  sql: Pick<Queries, "query">,
  seasonId: string,
  keyId?: string,
): Promise<readonly StoredEntry[]> {
  const rows = keyId === undefined
    ? await sql.query(`${SELECT} ORDER BY season_entries.number`, [seasonId])
    : await sql.query(OF_KEY, [seasonId, keyId]);
  return rows.map(toEntry);
}

/** Returns an entry that is there. */
export async function findEntry(
  sql: Pick<Queries, "query">,
  seasonId: string,
  number: number,
): Promise<StoredEntry> {
  const [row] = await sql.query(`${SELECT} AND season_entries.number = ?`, [seasonId, number]);
  if (row === undefined) throw new Error(`entry ${number} of ${seasonId} is missing`);
  return toEntry(row);
}

export async function entryRecordOf(
  { seasonId, number, candidateHash, keyId, salt, acceptedAt }: Pick<
    StoredEntry,
    "seasonId" | "number" | "candidateHash" | "keyId" | "salt" | "acceptedAt"
  >,
): Promise<EntryRecord> {
  return {
    kind: "entry",
    seasonId,
    number,
    candidateHash,
    keyTag: await keyTagOf(seasonId, keyId),
    salt: salt.toHex(),
    acceptedAt: secondOf(acceptedAt),
  };
}

function toEntry(row: Row): StoredEntry {
  return {
    seasonId: String(row["season_id"]),
    number: Number(row["number"]),
    keyId: String(row["key_id"]),
    board: String(row["board"]),
    candidate: String(row["candidate"]),
    candidateHash: ownBytes(row["candidate_hash"]).toHex(),
    name: String(row["name"]),
    salt: ownBytes(row["salt"]),
    acceptedAt: Number(row["accepted_at"]),
    isNameHidden: row["name_hidden_at"] !== null,
    log: {
      index: Number(row["log_number"]),
      leaf: ownBytes(row["leaf"]),
      head: ownBytes(row["head"]),
    },
  };
}
