import { assertEquals } from "@std/assert";
import { findJumps } from "../../datasets/statistics/jumps.ts";

/** A path that moves by the given size, up and down in turn, in every second hour. */
function zigzag(sizes: readonly number[]): number[] {
  return sizes.flatMap((size, at) => {
    const value = at % 2 === 0 ? size : 0;
    return [value, value];
  });
}

Deno.test("findJumps() finds a move far longer than its neighbours, and its hour", () => {
  const path = zigzag(Array(200).fill(0.001));
  const jumped = path.map((value, hour) => hour < 150 ? value : value + 0.01);
  const [jump, ...others] = findJumps(jumped);
  assertEquals(others, []);
  assertEquals(jump?.hour, 150);
  // Hour 150 also brings a move of the zigzag, 0.001 down.
  assertEquals(jump?.size.toFixed(6), "0.009000");
});

Deno.test("findJumps() takes a hot spell for what it is", () => {
  const sizes = Array.from({ length: 300 }, (_, at) => at >= 100 && at < 200 ? 0.01 : 0.001);
  assertEquals(findJumps(zigzag(sizes)), []);
});
