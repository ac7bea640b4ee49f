import type { Picture } from "../report/drawing.ts";

type Values = Picture["values"];

/**
 * Returns for each cell of a map the median of its own value and those of the cells around it. A cell
 * without a number keeps what it has, and counts for none of its neighbours.
 *
 * @param values row by row
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(neighbourMedians([100, 180, 110, null, 120], 5), [140, 110, 145, null, 120]);
 * ```
 */
export function neighbourMedians(values: Values, columnCount: number): Values {
  const at = (row: number, column: number): Values[number] =>
    column < 0 || column >= columnCount ? null : values[row * columnCount + column] ?? null;
  return values.map((value, cell) => {
    if (typeof value !== "number") return value;
    const [row, column] = [Math.floor(cell / columnCount), cell % columnCount];
    const around = [-1, 0, 1].flatMap((down) =>
      [-1, 0, 1].map((across) => at(row + down, column + across))
    );
    return median(around.filter((one) => typeof one === "number"));
  });
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
