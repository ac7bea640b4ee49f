import type { SearchProgress, SearchStatus, StoredSearch } from "./search_store.ts";

/** The columns of a row by their names, which are the same in every database. */
type Row = Readonly<Record<string, unknown>>;

/** Returns the search of a row. */
export function toSearch(row: Row): StoredSearch {
  return {
    id: String(row["id"]),
    keyId: String(row["key_id"]),
    order: String(row["order_text"]),
    candidates: Number(row["candidates"]),
    status: row["status"] as SearchStatus,
    createdAt: Number(row["created_at"]),
    startedAt: numberOf(row["started_at"]),
    endedAt: numberOf(row["ended_at"]),
  };
}

/** Returns the progress of a search from the rows of its stages. */
export function toProgress(rows: readonly Row[]): SearchProgress {
  const stages = rows.map((row) => ({
    stage: String(row["stage"]),
    count: Number(row["count"]),
    merit: numberOf(row["merit"]),
    best: textOf(row["best"]),
  }));
  return { done: stages.reduce((sum, { count }) => sum + count, 0), stages };
}

/** Returns a text of a row; null where there is none. */
export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function numberOf(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value);
}
