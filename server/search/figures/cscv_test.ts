import { assert, assertEquals } from "@std/assert";
import { seededRandom } from "../random.ts";
import { normalQuantile } from "./normal.ts";
import { overfittingOf, partsOf } from "./cscv.ts";
import { expectedBest, momentsOf } from "./sharpe.ts";

/** Days of candidates without any skill, but one, which has so much a day. */
function days(candidates: number, count: number, edge: number, seed: number): Float64Array[] {
  const random = seededRandom(seed);
  return Array.from(
    { length: candidates },
    (_, at) =>
      Float64Array.from({ length: count }, () => normalQuantile(random()) + (at === 3 ? edge : 0)),
  );
}

/** Asserts that a figure is as near to another as its last printed digits let it be. */
function assertNear(found: number, expected: number, tolerance = 1e-12): void {
  assert(Math.abs(found - expected) <= tolerance, `${found} is ${expected}`);
}

Deno.test("days are cut into an even number of parts of five days or more", () => {
  assertEquals([19, 20, 39, 40, 160, 9999].map(partsOf), [null, 4, 6, 8, 16, 16]);
});

Deno.test("two days in each of four parts, by hand", () => {
  // One is good in the first half only, the other in the second only; six splits.
  const one = [2, 1, 2, 1, -1, -2, -1, -2];
  const other = one.map((day) => -day);
  const found = overfittingOf([one, other], 4);
  // Parts 1+2 against 3+4 and back: the best inside is the worst outside. In the other four splits
  // each half has one good and one bad part, so that both ratios are 0 and share the middle rank.
  assertEquals([found?.splits, found?.candidates, found?.probability], [6, 2, 1]);
  assertNear(found?.lossShare ?? 0, 2 / 6);
  assertNear(found?.logits[0] ?? 0, Math.log((1 / 3) / (2 / 3)), 1e-12);
});

Deno.test("a choice among noise is overfitted in half of the splits, one with an edge hardly ever", () => {
  const shares = [1, 2, 3, 4, 5].map((seed) =>
    overfittingOf(days(60, 160, 0, seed))?.probability ?? NaN
  );
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  assert(mean > 0.3 && mean < 0.7, `noise: ${shares}`);
  const planted = overfittingOf(days(60, 160, 0.6, 1));
  assert((planted?.probability ?? 1) < 0.02, `edge: ${planted?.probability}`);
  assertEquals(planted?.splits, 12_870);
});

Deno.test("one candidate, or too few days, have no such probability", () => {
  assertEquals(overfittingOf(days(1, 160, 0, 1)), null);
  assertEquals(overfittingOf(days(5, 19, 0, 1)), null);
  assertEquals(overfittingOf([]), null);
});

Deno.test("the best of many, put into a sample of them, would hide that all are noise", () => {
  const seeds = [1, 2, 3, 4, 5];
  const [honest, flattered] = [[], [BEST]].map((more) => {
    const found = seeds.map((seed) => {
      const sample = days(64, 160, 0, seed);
      return overfittingOf([...sample, ...more])?.probability ?? NaN;
    });
    return found.reduce((sum, share) => sum + share, 0) / seeds.length;
  });
  assert((honest ?? 0) > 0.4, `by lot: ${honest}`);
  assert((flattered ?? 1) < 0.1, `with the best: ${flattered}`);
});

/** Days without skill whose ratio is the largest to expect of a million such candidates. */
const BEST = withRatio(days(1, 160, 0, 9)[0] ?? new Float64Array(), expectedBest(1e6, 1 / 160));

function withRatio(own: Float64Array, ratio: number): Float64Array {
  const moments = momentsOf(own);
  const mean = own.reduce((sum, day) => sum + day, 0) / own.length;
  const deviation = mean / (moments?.sharpe ?? NaN);
  return own.map((day) => (day - mean) / deviation + ratio);
}
