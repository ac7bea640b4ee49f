// This module is browser compatible.

import type { BoardRow } from "../../contracts/season.ts";
import { readRows } from "../../season/board.ts";
import type { SeasonStore, StoredEntry } from "../../store/arena/season_store.ts";

type Rows = ReadonlyMap<number, BoardRow>;

/** Boards whose rows are kept. Reading those of a large board takes tens of milliseconds. */
const KEPT_MAX = 4;

/** The rows of scored boards, which never change, by the number of the entry. */
export class EntryResults {
  readonly #store: Pick<SeasonStore, "board">;
  readonly #boards = new Map<string, Promise<Rows>>();

  constructor(store: Pick<SeasonStore, "board">) {
    this.#store = store;
  }

  /** Returns the row of an entry of a scored season. */
  async rowOf({ seasonId, board, number }: StoredEntry): Promise<BoardRow | null> {
    const name = `${seasonId}/${board}`;
    const known = this.#boards.get(name);
    // The board that was asked for last is dropped last.
    this.#boards.delete(name);
    const rows = known ?? this.#read(seasonId, board);
    this.#boards.set(name, rows);
    for (const [oldest] of this.#boards) {
      if (this.#boards.size <= KEPT_MAX) break;
      this.#boards.delete(oldest);
    }
    try {
      return (await rows).get(number) ?? null;
    } catch (error) {
      if (this.#boards.get(name) === rows) this.#boards.delete(name);
      throw error;
    }
  }

  async #read(seasonId: string, board: string): Promise<Rows> {
    const stored = await this.#store.board(seasonId, board);
    const rows = stored === null ? [] : readRows(stored.rows);
    return new Map(rows.map((row) => [row.number ?? 0, row]));
  }
}
