import { useRef, useState } from "preact/hooks";
import type { BoardRow } from "../../../contracts/season.ts";
import { type BoardFile, readRows, ROWS_PER_FILE } from "../../seasons/season_files.ts";

/** The rows of a board that are loaded, and how many it has. */
interface Rows {
  readonly rows: readonly BoardRow[];
  readonly total: number;
  /** Loads the next file of rows, unless one is loading. */
  need(): void;
}

const [PART, WHOLE] = [false, true];
/** The two passive lines stand among the rows. */
const LINES = 2;

/** Returns the rows of a board: the first ones at once, the others when they are needed. */
export function useRows(seasonId: string, { head, rows: first }: BoardFile): Rows {
  const [rows, setRows] = useState(first);
  const [isWhole, setWhole] = useState(PART);
  const isLoading = useRef(PART);
  const loaded = useRef(0);
  const total = isWhole ? rows.length : Math.max(rows.length, head.entries + LINES);
  const need = async (): Promise<void> => {
    if (isLoading.current || rows.length >= total) return;
    isLoading.current = true;
    try {
      const file = loaded.current + 1;
      const next = await readRows(seasonId, head.board, file);
      loaded.current = file;
      // The first file repeats the first rows.
      setRows((before) => [...before.slice(0, (file - 1) * ROWS_PER_FILE), ...next]);
      if (next.length < ROWS_PER_FILE) setWhole(WHOLE);
    } catch {
      // The rows that are there stay; the next scroll tries again.
    } finally {
      isLoading.current = false;
    }
  };
  return { rows, total, need };
}
