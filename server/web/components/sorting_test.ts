import { assertEquals } from "@std/assert";
import { type Direction, type Figure, sortedRows } from "./sorting.ts";

function order(values: readonly Figure[], direction: Direction): readonly number[] {
  return sortedRows(values, (value) => value, direction).map(({ index }) => index);
}

Deno.test("numbers sort by size, texts alphabetically, missing values last", () => {
  assertEquals(order([2, null, 10, -1], "ascending"), [3, 0, 2, 1]);
  assertEquals(order([2, null, 10, -1], "descending"), [2, 0, 3, 1]);
  assertEquals(order(["b", "C", "a"], "ascending"), [2, 0, 1]);
});

Deno.test("equal values keep their order in both directions", () => {
  assertEquals(order([1, 1, 0], "ascending"), [2, 0, 1]);
  assertEquals(order([1, 1, 0], "descending"), [0, 1, 2]);
});
