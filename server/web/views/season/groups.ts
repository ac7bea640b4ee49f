import type { BoardRow } from "../../../contracts/season.ts";

/** Identifies a row of a board: the number of an entry, or a line. */
export type RowKey = number | "hold" | "idle";

/** A row with the rows that are shown under it: those that move with it, and those that equal it. */
export interface Group {
  readonly head: BoardRow;
  readonly under: readonly BoardRow[];
}

/** A row of the table. */
export interface TableRow {
  readonly row: BoardRow;
  /** How many rows can be shown under it; 0 of a row that stands under another one. */
  readonly underCount: number;
  readonly isUnder: boolean;
}

/** Returns the key of a row. */
export function rowKey({ number, line }: BoardRow): RowKey {
  return number ?? line ?? 0;
}

/** Returns the rows of a board in groups, in the order of the board. */
export function groupRows(rows: readonly BoardRow[]): readonly Group[] {
  const headOf = new Map<RowKey, RowKey>();
  const groups = new Map<RowKey, { head: BoardRow; under: BoardRow[] }>();
  for (const row of rows) {
    const beside = row.sameAs ?? row.like;
    const group = beside === null ? undefined : groups.get(headOf.get(beside) ?? beside);
    if (group === undefined) groups.set(rowKey(row), { head: row, under: [] });
    else {
      headOf.set(rowKey(row), rowKey(group.head));
      group.under.push(row);
    }
  }
  return [...groups.values()];
}

/** Returns the rows of the table. @param unfolded keys of the heads whose rows are shown */
export function toTableRows(
  groups: readonly Group[],
  unfolded: ReadonlySet<RowKey>,
): readonly TableRow[] {
  return groups.flatMap(({ head, under }): readonly TableRow[] => {
    const own = { row: head, underCount: under.length, isUnder: false };
    if (!unfolded.has(rowKey(head))) return [own];
    return [own, ...under.map((row) => ({ row, underCount: 0, isUnder: true }))];
  });
}
