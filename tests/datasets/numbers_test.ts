import { assert, assertEquals } from "@std/assert";
import {
  changes,
  deviation,
  halfLife,
  median,
  rootMeanSquare,
  slope,
} from "../../datasets/statistics/numbers.ts";

Deno.test("the numbers of a sample", () => {
  assertEquals(changes([1, 3, 2]), [2, -1]);
  assertEquals(deviation([1, 2, 3]), 1);
  assertEquals(rootMeanSquare([1, 7]), 5);
  assertEquals(median([4, 1, 3]), 3);
  assertEquals(median([4, 1, 3, 2]), 2.5);
  assertEquals(slope([0, 1, 2], [1, 3, 5]), 2);
});

Deno.test("halfLife() puts back what a short sample takes from the coefficient", () => {
  const halved = Array.from({ length: 101 }, (_, step) => 0.5 ** step);
  // The slope is 1/2 exactly; (100/2 + 1)/97 is 0.5258: half is gone in 1.078 steps.
  assert(Math.abs(halfLife(halved) - Math.LN2 / -Math.log(51 / 97)) < 1e-12);
});

Deno.test("halfLife() is infinite where nothing reverts", () => {
  assertEquals(halfLife([1, 2, 4, 8, 16, 32, 64]), Infinity);
});
