import { assertEquals } from "@std/assert";
import { coordinatesOf, listOf, numberOf } from "./ranked.ts";

const AXES = [{ path: "/a", min: 0, max: 9 }, { path: "/b", values: [10, 20, 30] }];

Deno.test("ranked candidates are the rows of a list draw, read in any pieces", () => {
  const rows = [[7, 3, 0.5, 20], [2, 1, 9.5, 30], [4, -1, 1, 10]];
  const ranked = { width: 4, rows: Float64Array.from(rows.flat()) };
  const list = listOf(ranked, AXES);
  // A row has the index in a list, and a number within the bounds of a range.
  const all = [[0.5, 1], [9, 2], [1, 0]];
  assertEquals([list.length, list.slice(0, 3), list.slice(1, 9)], [3, all, all.slice(1)]);
  assertEquals(coordinatesOf(ranked), rows.map(([, , ...coordinates]) => coordinates));
  assertEquals([0, 1, 2].map((place) => numberOf(ranked, place)), [7, 2, 4]);
});
