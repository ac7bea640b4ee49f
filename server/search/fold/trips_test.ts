import { assert, assertEquals } from "@std/assert";
import { tripReport, tripsOf } from "./trips.ts";

/** Darwin's heights of crossed less self-fertilised maize, eighths of an inch (Fisher, 1935). */
const DARWIN = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];

function assertNear(found: number, expected: number, most: number): void {
  assert(Math.abs(found - expected) <= most, `${found} is not ${expected}`);
}

Deno.test("the published randomization test of Darwin's maize comes out", () => {
  // Fisher counts 863 of 32,768 assignments with a sum of 314 or more.
  assertEquals(tripReport(DARWIN)?.byLot, 863 / 32_768);
});

Deno.test("few trips cannot be told from luck, whatever they gain", () => {
  const byLot = (count: number): number =>
    tripReport(Array.from({ length: count }, () => 0.5))?.byLot ?? NaN;
  assertEquals([1, 2, 4, 5].map(byLot), [1 / 2, 1 / 4, 1 / 16, 1 / 32]);
  assertEquals(tripReport([]), null);
});

Deno.test("draws for many trips agree with the binomial distribution, and are the same each time", () => {
  // 20 trips of one size, 15 of them gains: P(X >= 15), X binomial with n = 20 and p = 1/2.
  const trips = Array.from({ length: 20 }, (_, at) => at < 15 ? 1 : -1);
  const expected = (15_504 + 4_845 + 1_140 + 190 + 20 + 1) / 2 ** 20;
  const report = tripReport(trips);
  assertNear(report?.byLot ?? NaN, expected, 4 * Math.sqrt(expected / 8192));
  assertEquals(tripReport(trips), report);
});

Deno.test("one trip of many that carries the excess is luck", () => {
  const trips = [5, ...Array.from({ length: 30 }, (_, at) => at % 2 === 0 ? 0.1 : -0.1)];
  const { largestShare, byLot } = tripReport(trips) ?? { largestShare: 0, byLot: 0 };
  assertNear(largestShare ?? 0, 5 / 6.5, 1e-12);
  // The large one is a gain, and so are at least 15 of 30 others.
  assertNear(byLot, 0.5 * 0.5722, 4 * Math.sqrt(0.2 / 8192));
});

Deno.test("round trips over idle begin with a purchase after a sale, over Hold with a sale", () => {
  const units = new Float64Array([0, 0, 5, 8, 2, 0, 0, 4, 4]);
  const equity = new Float64Array([1, 1, 2, 4, 4, 2, 2, 3, 6]);
  const idle = new Float64Array(9).fill(1);
  const of = (name: "hold" | "idle", line: Float64Array): readonly number[] =>
    tripsOf({ equity, units }, { line, name, from: 1 });
  // 2/1 - 1 + 4/2 - 1 + 0 + 2/4 - 1 + 0, and 3/2 - 1 + 6/3 - 1; before the purchase nothing.
  assertEquals(of("idle", idle), [1.5, 1.5]);
  const hold = new Float64Array([1, 1, 2, 4, 8, 8, 8, 12, 24]);
  // Before the sale at bar 4 the candidate is Hold; then it misses 8/4 and loses a half.
  assertEquals(of("hold", hold), [-1.5]);
});
