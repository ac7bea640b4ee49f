/** A sort key; null comes last in either direction. */
export type Figure = number | string | null;

export type Direction = "ascending" | "descending";

/** A row with its index in the given list. */
export interface Placed<R> {
  readonly row: R;
  readonly index: number;
}

/**
 * Sorts rows by a value; the sort is stable.
 *
 * @param value null: keep the given order
 */
export function sortedRows<R>(
  rows: readonly R[],
  value: ((row: R) => Figure) | null,
  direction: Direction,
): readonly Placed<R>[] {
  const placed = rows.map((row, index) => ({ row, index, value: value?.(row) ?? null }));
  if (value === null) return placed;
  return placed.toSorted((a, b) => {
    if (a.value === null || b.value === null) {
      return Number(a.value === null) - Number(b.value === null);
    }
    const order = typeof a.value === "string" || typeof b.value === "string"
      ? String(a.value).localeCompare(String(b.value), "en")
      : a.value - b.value;
    return direction === "descending" ? -order : order;
  });
}
