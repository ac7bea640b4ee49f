import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { DISTINCT_KEPT } from "./distinct.ts";
import { seededRandom } from "./random.ts";
import { mergeTried, NO_TRIED, type Tried, triedOf } from "./tried.ts";

/** Returns the candidates at the given coordinates; the ratio of each follows from its coordinate. */
function ran(coordinates: readonly number[], ratioOf = (at: number) => 2 * at): Tried {
  return triedOf({
    coordinates: [Float64Array.from(coordinates)],
    ratios: Float64Array.from(coordinates, ratioOf),
    hasRun: (row) => (coordinates[row] ?? -1) >= 0,
    of: "",
  });
}

Deno.test("every distinct candidate that ran keeps its ratio, NaN for none", () => {
  const { hashes, ratios } = ran([3, 1, -1, 3, 2, 1], (at) => at === 2 ? NaN : 2 * at);
  assertEquals(hashes.length, 3);
  assertEquals(hashes, hashes.toSorted());
  assertEquals(ratios.toSorted(), Float64Array.of(2, 6, NaN));
});

Deno.test("merged pieces equal the whole, ratios included", () => {
  const places = fc.array(fc.integer({ min: -1, max: 40 }), { maxLength: 90 });
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 90 }), (all, cut) => {
      const pieces = [all.slice(0, cut), all.slice(cut)].map((piece) => ran(piece));
      assertEquals(pieces.reduce(mergeTried, NO_TRIED), ran(all));
    }),
    { numRuns: 200 },
  );
});

Deno.test("a candidate of both pieces has its ratio from the first", () => {
  const [first, second] = [ran([1], () => 0.25), ran([1], () => 0.75)];
  assertEquals(mergeTried(first, second).ratios, Float64Array.of(0.25));
});

Deno.test("the smallest hashes of many candidates stay, with their ratios", () => {
  const random = seededRandom(3);
  const all = Array.from({ length: 3 * DISTINCT_KEPT }, () => random());
  const whole = ran(all);
  assertEquals(whole.hashes.length, DISTINCT_KEPT);
  const halves = [0, 1].map((half) => ran(all.filter((_, at) => at % 2 === half)));
  assertEquals(halves.reduce(mergeTried, NO_TRIED), whole);
  const mean = whole.ratios.reduce((sum, ratio) => sum + ratio, 0) / DISTINCT_KEPT;
  assert(Math.abs(mean - 1) < 0.05, `the mean of a fair sample is near 1: ${mean}`);
});
