import { assertEquals, assertThrows } from "@std/assert";
import { awaitCounts, makeCountCell, NotCounted, refuseCount, tellCounts } from "./count_cell.ts";

Deno.test("counts arrive as they were told, whatever was told before", () => {
  const cell = makeCountCell();
  const counts = [
    { count: 200, counted: true, sharpeCount: 4_096, sharpeVariance: 0.25 },
    { count: 1, counted: false, sharpeCount: 1, sharpeVariance: null },
  ];
  for (const told of counts) {
    assertEquals(awaitCounts(cell, () => tellCounts(cell, told)), told);
    assertThrows(() => awaitCounts(cell, () => refuseCount(cell)), NotCounted);
  }
});
