// This module is browser compatible.

import type { BoardRow } from "../../contracts/season.ts";
import { readRows } from "../rules/board.ts";
import type { SeasonStore, StoredEntry } from "../store/season_store.ts";

type Rows = ReadonlyMap<number, BoardRow>;

/** Rows that are kept. */
const KEPT_MAX = 10_000;

/**
 * The rows of entries of scored seasons, which never change. Reading a large board takes tens of
 * milliseconds, so each entry is a reason for it once, however often its key asks.
 */
export class EntryResults {
  readonly #store: Pick<SeasonStore, "board">;
  /** By season and number, in the order in which they were read. */
  readonly #rows = new Map<string, BoardRow | null>();
  /** Boards that are being read, for the other entries of the same request. */
  readonly #reading = new Map<string, Promise<Rows>>();

  constructor(store: Pick<SeasonStore, "board">) {
    this.#store = store;
  }

  /** Returns the row of an entry of a scored season. */
  async rowOf({ seasonId, board, number }: StoredEntry): Promise<BoardRow | null> {
    const name = `${seasonId}/${number}`;
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const row = (await this.#rowsOf(seasonId, board)).get(number) ?? null;
    this.#rows.set(name, row);
    const [oldest] = this.#rows.keys();
    if (this.#rows.size > KEPT_MAX && oldest !== undefined) this.#rows.delete(oldest);
    return row;
  }

  #rowsOf(seasonId: string, board: string): Promise<Rows> {
    const name = `${seasonId}/${board}`;
    const running = this.#reading.get(name);
    if (running !== undefined) return running;
    const rows = this.#read(seasonId, board).finally(() => this.#reading.delete(name));
    this.#reading.set(name, rows);
    return rows;
  }

  async #read(seasonId: string, board: string): Promise<Rows> {
    const stored = await this.#store.board(seasonId, board);
    const rows = stored === null ? [] : readRows(stored.rows);
    return new Map(rows.map((row) => [row.number ?? 0, row]));
  }
}
