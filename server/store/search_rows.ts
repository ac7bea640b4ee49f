import type {
  KeySearches,
  SearchProgress,
  SearchStatus,
  SearchUse,
  StoredSearch,
} from "./search_store.ts";
import { numberOf, type Row } from "./sql.ts";

export function toSearch(row: Row): StoredSearch {
  return { ...toHeading(row), order: String(row["order_text"]) };
}

function toHeading(row: Row): Omit<StoredSearch, "order"> {
  return {
    id: String(row["id"]),
    keyId: String(row["key_id"]),
    candidates: Number(row["candidates"]),
    units: Number(row["units"]),
    status: row["status"] as SearchStatus,
    createdAt: Number(row["created_at"]),
    startedAt: numberOf(row["started_at"]),
    endedAt: numberOf(row["ended_at"]),
  };
}

/** Returns a key's use of its quota; a key without searches has no row. */
export function toUse(row: Row | undefined): SearchUse {
  return {
    units: Number(row?.["charged_since"] ?? 0),
    atOnce: Number(row?.["open_searches"] ?? 0),
  };
}

/** Returns the searches of a key from rows that also have `done` and the columns of its use. */
export function toKeySearches(rows: readonly Row[]): KeySearches {
  const searches = rows.map((row) => ({
    ...toHeading(row),
    done: Number(row["done"]),
    unitsDone: Number(row["units_done"]),
  }));
  return { searches, use: toUse(rows[0]) };
}

/** Returns the progress of a search from the rows of its stages. */
export function toProgress(rows: readonly Row[]): SearchProgress {
  const stages = rows.map((row) => ({
    stage: String(row["stage"]),
    count: Number(row["count"]),
    merit: numberOf(row["merit"]),
    best: textOf(row["best"]),
  }));
  return {
    done: stages.reduce((sum, { count }) => sum + count, 0),
    unitsDone: rows.reduce((sum, row) => sum + Number(row["units"]), 0),
    stages,
  };
}

/** Returns the text of a column; null for NULL. */
export function textOf(column: unknown): string | null {
  return typeof column === "string" ? column : null;
}
