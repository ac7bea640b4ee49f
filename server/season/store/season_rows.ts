// This module is browser compatible.

import type { SeasonDefinition, SeasonState } from "../../contracts/season.ts";
import { seasonStateOf } from "../rules/season_state.ts";
import { numberOf, type Queries, type Row } from "../../store/sql.ts";
import { type ArenaChange, ownBytes } from "./arena_sql.ts";
import type { StoredReveal, StoredSeason } from "./season_store.ts";

const HOUR_MS = 3_600_000;

/** The numbers of entries by board, which entering counts. */
export const COUNTS = "SELECT season_id, board, entries, last_hour FROM season_counts";

/** Returns all seasons, newest first, or one. */
export async function findSeasons(
  sql: Pick<Queries, "query">,
  nowMs: number,
  seasonId?: string,
): Promise<readonly StoredSeason[]> {
  const values = seasonId === undefined ? [] : [seasonId];
  const where = (column: string): string => seasonId === undefined ? "" : ` WHERE ${column} = ?`;
  const seasons = await sql.query(
    `SELECT seasons.*, last_number, log.head AS last_head FROM (
      SELECT seasons.*, COALESCE(
        (SELECT log_number FROM season_entries WHERE season_id = seasons.id
          ORDER BY number DESC LIMIT 1),
        seasons.log_number
      ) AS last_number FROM seasons${where("id")}
    ) AS seasons JOIN log ON log.number = last_number ORDER BY seasons.log_number DESC`,
    values,
  );
  const counts = await sql.query(`${COUNTS}${where("season_id")}`, values);
  const boards = await sql.query(
    `SELECT season_id, board, leaders FROM season_boards${where("season_id")}`,
    values,
  );
  return seasons.map((row) => {
    const isOfSeason = (other: Row): boolean => other["season_id"] === row["id"];
    return toSeason(row, nowMs, counts.filter(isOfSeason), boards.filter(isOfSeason));
  });
}

/** Counts an entry of a season that closes at an instant. */
export async function countEntry(
  { query, nowMs }: Pick<ArenaChange, "query" | "nowMs">,
  { seasonId, board, closesAt }: {
    readonly seasonId: string;
    readonly board: string;
    readonly closesAt: number;
  },
): Promise<void> {
  await query(
    `INSERT INTO season_counts (season_id, board, entries, last_hour) VALUES (?, ?, 1, ?)
      ON CONFLICT (season_id, board) DO UPDATE SET entries = season_counts.entries + 1,
        last_hour = season_counts.last_hour + excluded.last_hour`,
    [seasonId, board, nowMs >= closesAt - HOUR_MS ? 1 : 0],
  );
}

function toSeason(
  row: Row,
  nowMs: number,
  counts: readonly Row[],
  boards: readonly Row[],
): StoredSeason {
  const definition = JSON.parse(String(row["definition"])) as SeasonDefinition;
  const { voided, failure, scored_at: scoredAt, search_id: searchId } = row;
  const numbers = (rows: readonly Row[], column: string): (readonly [string, number])[] =>
    rows.map((each) => [String(each["board"]), Number(each[column])]);
  const none = definition.boards.map((board) => [board, 0] as const);
  return {
    definition,
    state: stateOfRow(row, nowMs),
    reveal: toReveal(row),
    voided: voided === null ? null : { reason: String(voided), at: Number(row["voided_at"]) },
    scoredAt: numberOf(scoredAt),
    searchId: searchId === null ? null : String(searchId),
    failure: failure === null ? null : String(failure),
    counts: Object.fromEntries([...none, ...numbers(counts, "entries")]),
    entriesLastHour: counts.reduce((sum, each) => sum + Number(each["last_hour"]), 0),
    leaders: Object.fromEntries(numbers(boards, "leaders")),
    lastRecord: { index: Number(row["last_number"]), head: ownBytes(row["last_head"]) },
  };
}

/** Returns the state of a row of the table of seasons at an instant. */
export function stateOfRow(row: Row, nowMs: number): SeasonState {
  return seasonStateOf({
    opensAt: Number(row["opens_at"]),
    closesAt: Number(row["closes_at"]),
    isRevealed: row["secret"] !== null,
    isVoid: row["voided"] !== null,
    isScored: row["scored_at"] !== null,
  }, nowMs);
}

function toReveal(row: Row): StoredReveal | null {
  if (row["secret"] === null) return null;
  const { beacon_signature: signature, beacon } = row;
  return {
    secret: ownBytes(row["secret"]),
    beaconSignature: signature === null ? null : ownBytes(signature),
    beacon: beacon === null ? null : ownBytes(beacon),
    at: Number(row["revealed_at"]),
  };
}
