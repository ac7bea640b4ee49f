import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { placeholderTrials, ratiosOf } from "./searched.ts";
import { countRatios, joinRatios, KEPT_MAX } from "./trials.ts";

Deno.test("hashes become identities in the same order, with their ratios", () => {
  const view = new DataView(ratiosOf([[0, null], [1, 0.25], [2 ** 53 - 1, -1]]).buffer);
  const at = (entry: number): bigint => view.getBigUint64(16 * entry);
  assertEquals([at(0), at(1), at(2)], [0n, 2n ** 11n, 2n ** 64n - 2n ** 11n]);
  assertEquals([0, 1, 2].map((entry) => view.getFloat64(16 * entry + 8)), [NaN, 0.25, -1]);
});

Deno.test("candidates that are only known to have run count as distinct, once a search", () => {
  for (const count of [0, 30, KEPT_MAX - 1]) {
    assertEquals(countRatios(ratiosOf(placeholderTrials("a", count))), count);
  }
  const all = placeholderTrials("a", 1_000_000);
  assert(all.every(([, ratio]) => ratio === null));
  const many = all.map(([hash]) => hash);
  assertEquals(many, many.toSorted((one, other) => one - other));
  // An estimate is lowered by three standard deviations.
  const count = countRatios(ratiosOf(all));
  assert(Math.abs(count / 953_125 - 1) < 0.05, String(count));
  const [a, again, b] = ["a", "a", "b"].map((id) => ratiosOf(placeholderTrials(id, 100)));
  assert(a && again && b);
  assertEquals(a, again);
  assertNotEquals(a, b);
  assertEquals(countRatios(joinRatios(joinRatios(a, again), b)), 200);
});
