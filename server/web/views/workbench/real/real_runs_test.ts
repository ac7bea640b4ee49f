import { assertEquals } from "@std/assert";
import { monthsOf, rangeOf } from "./real_runs.ts";

Deno.test("an axis names months in its range, at most as many as fit", () => {
  const range = [Date.UTC(2025, 6, 15), Date.UTC(2026, 4, 28)] as const;
  const months = (most: number): readonly string[] =>
    monthsOf(range, most).map((at) => new Date(at).toISOString().slice(0, 10));
  assertEquals(months(12).length, 10);
  assertEquals(months(4), ["2025-08-01", "2025-11-01", "2026-02-01", "2026-05-01"]);
  assertEquals(rangeOf([new Float64Array([2, 1]), new Float64Array([3])]), [1, 3]);
});
