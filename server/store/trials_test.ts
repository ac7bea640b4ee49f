import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { addTrial, joinTrials, NO_TRIALS, sharpeVariance, type Trials } from "./trials.ts";

const sharpe = fc.option(fc.double({ min: -10, max: 10, noNaN: true }));

function trialsOf(sharpes: readonly (number | null)[]): Trials {
  return sharpes.reduce(addTrial, NO_TRIALS);
}

Deno.test("addTrial() counts every run and averages those with a ratio", () => {
  // mean (1 + 3)/2, squared distances 1 + 1
  assertEquals(trialsOf([1, null, 3]), { count: 3, sharpeCount: 2, mean: 2, m2: 2 });
});

Deno.test("sharpeVariance() is that of the sample, null of fewer than ten", () => {
  const nine = [1, 3, 1, 3, 1, 3, 1, 3, 2];
  assertEquals(sharpeVariance(trialsOf([...nine, null])), null);
  // mean 2, eight squared distances of 1, ten ratios
  assertEquals(sharpeVariance(trialsOf([...nine, 2])), 8 / 9);
});

Deno.test("sharpeVariance() is that of two passes", () => {
  fc.assert(fc.property(fc.array(sharpe, { minLength: 2, maxLength: 200 }), (sharpes) => {
    const known = sharpes.filter((value) => value !== null);
    const variance = sharpeVariance(trialsOf(sharpes));
    if (known.length < 10) return variance === null;
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
    // Both lose at most a few units in the last place of 200 squares of 10.
    return Math.abs((variance ?? NaN) - squares / (known.length - 1)) < 1e-10;
  }));
});

Deno.test("joinTrials() gives what one after the other would", () => {
  fc.assert(fc.property(fc.array(sharpe), fc.array(sharpe), (a, b) => {
    const joined = joinTrials(trialsOf(a), trialsOf(b));
    const whole = trialsOf([...a, ...b]);
    assertEquals([joined.count, joined.sharpeCount], [whole.count, whole.sharpeCount]);
    assert(Math.abs(joined.mean - whole.mean) < 1e-10);
    assert(Math.abs(joined.m2 - whole.m2) < 1e-8);
  }));
});
