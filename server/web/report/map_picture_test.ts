import { assertEquals } from "@std/assert";
import { neighbourMedians } from "./map_picture.ts";

Deno.test("a peak is worth what surrounds it, and a plateau keeps its value", () => {
  const map = [
    [10, 10, 10, 50, 50],
    [10, 99, 10, 50, 50],
    [10, 10, 10, 50, 50],
  ];
  const around = neighbourMedians(map.flat(), 5);
  assertEquals([around[6], around[9]], [10, 50]);
  // The last cell of a row is no neighbour of the first one of the next row.
  assertEquals(neighbourMedians([1, 2, 30, 40], 2), [16, 16, 16, 16]);
  assertEquals(neighbourMedians([1, 1, 9, 9], 1), [1, 1, 9, 9]);
});

Deno.test("a cell without a number stays, and counts for none of its neighbours", () => {
  assertEquals(neighbourMedians(["skipped", 7, null, 3], 4), ["skipped", 7, null, 3]);
});
