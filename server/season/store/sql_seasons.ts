// This module is browser compatible.

import type { SeasonDefinition, SeasonState } from "../../contracts/season.ts";
import { EMPTY_HEAD } from "../rules/log.ts";
import { joinBytes } from "../../base/join_bytes.ts";
import { secondOf } from "../rules/records.ts";
import { type Appended, type ArenaChange, type ArenaSql, ownBytes } from "./arena_sql.ts";
import { countEntries, entryRecordOf, findEntries, findEntry } from "./entry_rows.ts";
import { countEntry, findSeasons, stateOfRow } from "./season_rows.ts";
import type {
  ChangeOutcome,
  EntryCount,
  EntryOutcome,
  LogRow,
  MatrixPart,
  NewBoard,
  NewEntry,
  SeasonStore,
  StoredBoard,
  StoredEntry,
  StoredResult,
  StoredReveal,
  StoredSeason,
} from "./season_store.ts";
import { findLog } from "./log_rows.ts";

/** Bytes of a row of a matrix's table: a reader of one byte costs the server one row. */
const MATRIX_PART = 1_000_000;

/** Seasons in the tables of the arena. */
export class SqlSeasons implements SeasonStore {
  readonly #sql: ArenaSql;

  constructor(sql: ArenaSql) {
    this.#sql = sql;
  }

  create(definition: SeasonDefinition): Promise<boolean> {
    return this.#sql.change(async ({ query, append }) => {
      const { seasonId: id, opensAt, closesAt } = definition;
      const [taken] = await query("SELECT 1 AS taken FROM seasons WHERE id = ?", [id]);
      if (taken !== undefined) return false;
      const { index } = await append({ kind: "season", ...definition });
      await query(
        `INSERT INTO seasons (id, definition, opens_at, closes_at, log_number)
        VALUES (?, ?, ?, ?, ?)`,
        [id, JSON.stringify(definition), Date.parse(opensAt), Date.parse(closesAt), index],
      );
      return true;
    });
  }

  async list(): Promise<readonly StoredSeason[]> {
    return await findSeasons(this.#sql, await this.#sql.now());
  }

  async find(seasonId: string): Promise<StoredSeason | null> {
    return await findOne(this.#sql, seasonId, await this.#sql.now());
  }

  enter(entry: NewEntry, signal?: AbortSignal): Promise<EntryOutcome> {
    return this.#sql.change((change) => enter(change, entry), signal);
  }

  entries(seasonId: string, keyId?: string): Promise<readonly StoredEntry[]> {
    return findEntries(this.#sql, seasonId, keyId);
  }

  async countEntries(keyId: string): Promise<readonly EntryCount[]> {
    return await countEntries(this.#sql, keyId);
  }

  reveal(
    seasonId: string,
    { secret, beaconSignature, beacon }: Omit<StoredReveal, "at">,
  ): Promise<ChangeOutcome> {
    return this.#changeState(seasonId, ["closed"], async ({ query, append, nowMs }) => {
      await append({
        kind: "reveal",
        seasonId,
        secret: secret.toHex(),
        beaconSignature: beaconSignature?.toHex() ?? null,
        at: secondOf(nowMs),
      });
      await query(
        `UPDATE seasons SET secret = ?, beacon_signature = ?, beacon = ?, revealed_at = ?
        WHERE id = ?`,
        [secret, beaconSignature, beacon, nowMs, seasonId],
      );
    });
  }

  void(seasonId: string, reason: string): Promise<ChangeOutcome> {
    const states = ["announced", "open", "closed"] as const;
    return this.#changeState(seasonId, states, async ({ query, append, nowMs }) => {
      await append({ kind: "void", seasonId, reason, at: secondOf(nowMs) });
      const values = [reason, nowMs, seasonId];
      await query("UPDATE seasons SET voided = ?, voided_at = ? WHERE id = ?", values);
    });
  }

  async hideName(seasonId: string, number: number, keyId?: string): Promise<boolean> {
    const ofKey = keyId === undefined ? "" : " AND key_id = ?";
    const found = await this.#sql.query(
      `UPDATE season_entries SET name_hidden_at = COALESCE(name_hidden_at, ?)
      WHERE season_id = ? AND number = ?${ofKey} RETURNING number`,
      [await this.#sql.now(), seasonId, number, ...keyId === undefined ? [] : [keyId]],
    );
    return found.length === 1;
  }

  async setSearch(seasonId: string, searchId: string): Promise<void> {
    await this.#sql.query("UPDATE seasons SET search_id = ? WHERE id = ?", [searchId, seasonId]);
  }

  async noteFailure(seasonId: string, failure: string): Promise<void> {
    await this.#sql.query("UPDATE seasons SET failure = ? WHERE id = ?", [failure, seasonId]);
  }

  saveBoard(seasonId: string, stored: NewBoard): Promise<ChangeOutcome> {
    return this.#changeState(seasonId, ["revealed", "scored"], async (change, season) => {
      if (stored.board in season.leaders) return;
      await addBoard(change, seasonId, stored);
      const there = new Set([...Object.keys(season.leaders), stored.board]);
      const isLast = season.definition.boards.every((name) => there.has(name));
      await change.query(
        "UPDATE seasons SET failure = NULL, scored_at = ? WHERE id = ?",
        [isLast ? change.nowMs : null, seasonId],
      );
    });
  }

  async results(seasonId: string): Promise<readonly StoredResult[]> {
    const rows = await this.#sql.query(
      `SELECT board, matrix_hash, board_hash, receipt, log.number, log.head, log.at
      FROM season_boards JOIN log ON log.number = log_number
      WHERE season_id = ? ORDER BY log.number`,
      [seasonId],
    );
    return rows.map((row) => ({
      board: String(row["board"]),
      matrixHash: ownBytes(row["matrix_hash"]).toHex(),
      boardHash: ownBytes(row["board_hash"]).toHex(),
      at: Number(row["at"]),
      log: { index: Number(row["number"]), head: ownBytes(row["head"]).toHex() },
      receipt: row["receipt"] === null ? null : String(row["receipt"]),
    }));
  }

  async board(seasonId: string, board: string): Promise<StoredBoard | null> {
    const [row] = await this.#sql.query(
      "SELECT head, row_texts FROM season_boards WHERE season_id = ? AND board = ?",
      [seasonId, board],
    );
    return row === undefined ? null : { head: String(row["head"]), rows: String(row["row_texts"]) };
  }

  async matrix(
    seasonId: string,
    board: string,
    from = 0,
    most = Infinity,
  ): Promise<MatrixPart | null> {
    const ofBoard = "FROM season_matrices WHERE season_id = ? AND board = ?";
    const [all] = await this.#sql.query(
      `SELECT sum(length(bytes)) AS size ${ofBoard}`,
      [seasonId, board],
    );
    const size = Number(all?.["size"] ?? 0);
    if (size === 0) return null;
    const to = Math.min(from + most, size);
    const rows = await this.#sql.query(
      `SELECT bytes ${ofBoard} AND first > ? AND first < ? ORDER BY first`,
      [seasonId, board, from - MATRIX_PART, to],
    );
    const bytes = joinBytes(...rows.map((row) => ownBytes(row["bytes"])));
    const skipped = from % MATRIX_PART;
    return { bytes: bytes.slice(skipped, skipped + Math.max(0, to - from)), size };
  }

  log(after: number, most: number): Promise<readonly LogRow[]> {
    return findLog(this.#sql, after, most);
  }

  async logEnd(): Promise<Omit<Appended, "leaf">> {
    const [row] = await this.#sql.query(
      "SELECT number, head FROM log ORDER BY number DESC LIMIT 1",
    );
    const head = row === undefined ? EMPTY_HEAD : ownBytes(row["head"]);
    return { index: Number(row?.["number"] ?? 0), head };
  }

  #changeState(
    seasonId: string,
    allowed: readonly SeasonState[],
    work: (change: ArenaChange, season: StoredSeason) => Promise<void>,
  ): Promise<ChangeOutcome> {
    return this.#sql.change(async (change) => {
      const season = await findOne(change, seasonId, change.nowMs);
      if (season === null) return { kind: "not-found" };
      const { state } = season;
      if (!allowed.includes(state)) return { kind: "refused", state };
      await work(change, season);
      return { kind: "done" };
    });
  }
}

async function findOne(
  sql: Pick<ArenaSql, "query">,
  seasonId: string,
  nowMs: number,
): Promise<StoredSeason | null> {
  const [season = null] = await findSeasons(sql, nowMs, seasonId);
  return season;
}

async function enter(change: ArenaChange, entry: NewEntry): Promise<EntryOutcome> {
  const { query, append, nowMs } = change;
  const { seasonId, keyId, board, candidate, candidateHash, name, salt } = entry;
  const hash = Uint8Array.fromHex(candidateHash);
  // One statement for all that decides: a PostgreSQL server may be far away.
  const [row] = await query(
    `SELECT seasons.*,
      (SELECT COALESCE(max(number), 0) FROM season_entries WHERE season_id = seasons.id) AS last,
      (SELECT count(*) FROM season_entries WHERE season_id = seasons.id AND key_id = ?) AS used,
      (SELECT number FROM season_entries
        WHERE season_id = seasons.id AND key_id = ? AND candidate_hash = ?) AS same
    FROM seasons WHERE id = ?`,
    [keyId, keyId, hash, seasonId],
  );
  if (row === undefined) return { kind: "not-found" };
  // An existing entry is returned even after the close: its first answer may have been lost.
  const same = row["same"];
  if (same !== null) {
    return {
      kind: "entered",
      entry: await findEntry(change, seasonId, Number(same)),
      isNew: false,
    };
  }
  const definition = JSON.parse(String(row["definition"])) as SeasonDefinition;
  const state = stateOfRow(row, nowMs);
  if (state !== "open") {
    const { voided } = row;
    const reason = voided === null ? null : String(voided);
    return { kind: "not-open", season: { definition, state }, reason };
  }
  const { entriesPerKey: limit } = definition;
  const used = Number(row["used"]);
  if (used >= limit) return { kind: "quota", limit, used };
  const number = Number(row["last"]) + 1;
  const accepted = { ...entry, number, acceptedAt: nowMs };
  const log = await append(await entryRecordOf(accepted));
  await query(
    `INSERT INTO season_entries (season_id, number, key_id, board, candidate, candidate_hash, name,
      salt, accepted_at, log_number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [seasonId, number, keyId, board, candidate, hash, name, salt, nowMs, log.index],
  );
  await countEntry(change, { seasonId, board, closesAt: Number(row["closes_at"]) });
  return { kind: "entered", entry: { ...accepted, isNameHidden: false, log }, isNew: true };
}

async function addBoard(
  { query, append, nowMs }: ArenaChange,
  seasonId: string,
  { board, head, rows, leaders, matrix, matrixHash, boardHash, receiptOf }: NewBoard,
): Promise<void> {
  const at = secondOf(nowMs);
  const log = await append({ kind: "result", seasonId, board, matrixHash, boardHash, at });
  const receipt = await receiptOf({ index: log.index, head: log.head.toHex() }, nowMs);
  await query(
    `INSERT INTO season_boards (season_id, board, head, row_texts, leaders, matrix_hash, board_hash,
      receipt, log_number) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      seasonId,
      board,
      head,
      rows,
      leaders,
      Uint8Array.fromHex(matrixHash),
      Uint8Array.fromHex(boardHash),
      receipt,
      log.index,
    ],
  );
  for (let first = 0; first < matrix.length; first += MATRIX_PART) {
    await query(
      "INSERT INTO season_matrices (season_id, board, first, bytes) VALUES (?, ?, ?, ?)",
      [seasonId, board, first, matrix.subarray(first, first + MATRIX_PART)],
    );
  }
}
