import { assert, assertEquals } from "@std/assert";
import { changes, deviation, mean, quantile, slope, varianceRatio } from "./numbers.ts";

Deno.test("numbers of small samples", () => {
  assertEquals(mean([1, 2, 6]), 3);
  assertEquals(deviation([1, 2, 3]), 1);
  assertEquals(changes([1, 4, 2]), [3, -2]);
  assertEquals(slope([0, 1, 2], [1, 3, 5]), 2);
});

Deno.test("quantile() interpolates linearly between the values of a sample", () => {
  assertEquals(quantile([4, 1, 3], 0.5), 3);
  assertEquals(quantile([4, 1, 3, 2], 0.5), 2.5);
  assertEquals(quantile([0, 10], 0.05), 0.5);
  assertEquals(quantile([7], 0.9), 7);
});

Deno.test("varianceRatio() is 0 for immediate reversal and the number of steps for a trend", () => {
  const back = Array.from({ length: 200 }, (_, at) => at % 2 === 0 ? 1 : -1);
  assertEquals(varianceRatio(back, 2), 0);
  const on = Array.from({ length: 2_000 }, (_, at) => at % 1_000 < 500 ? 1 : -1);
  // Only the two windows in which the direction changes differ.
  assert(Math.abs(varianceRatio(on, 2) - 2) < 0.01);
});
