import { assertEquals } from "@std/assert";
import { distinctRows, rowsOf } from "./distinct_rows.ts";
import { seededRandom } from "./random.ts";

/** Returns the bits of a row as a text. */
function bitsAt(columns: readonly Float64Array[], row: number): string {
  return columns.map((column) => new BigUint64Array(column.buffer)[row]).join();
}

Deno.test("the first rows of equal ones are found, by all bits", () => {
  const random = seededRandom(4);
  const choices = [0, -0, NaN, 1, Infinity, 2 ** -1074];
  const columns = [1, 2, 3].map(() =>
    Float64Array.from({ length: 3_000 }, () => choices[Math.floor(random() * 6)] ?? 0)
  );
  // Neighbours are often equal, too.
  for (const column of columns) column.copyWithin(1_000, 999, 1_500).fill(7, 2_000, 2_500);
  const firsts = distinctRows(columns);
  const all = Array.from({ length: 3_000 }, (_, row) => bitsAt(columns, row));
  const distinct = [...new Set(all)];
  assertEquals([...firsts], distinct.map((bits) => all.indexOf(bits)));
  const [first = new Float64Array()] = columns;
  assertEquals([...rowsOf(first, firsts)], [...firsts].map((row) => first[row] ?? 0));
});

Deno.test("results that differ in one figure alone are distinct", () => {
  const rows = 24_576;
  const counts = Float64Array.from({ length: rows }, (_, row) => row);
  const columns = [new Float64Array(rows), counts, new Float64Array(rows)];
  assertEquals(distinctRows(columns).length, rows);
  assertEquals(distinctRows([]).length, 0);
});
