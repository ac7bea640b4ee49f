import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Candidate } from "../../contracts/candidate.ts";
import {
  weightsOf,
  WHOLE_BPS,
  withAdded,
  withoutComponent,
  withParam,
  withWeight,
} from "./candidate.ts";

const ONE = { marketId: 1 as const, components: [{ strategyId: "a" }] };
const THREE = withAdded(withAdded(ONE, "b"), "c");

Deno.test("weights are equal unless they are given, the remainder goes to the first", () => {
  assertEquals(weightsOf(THREE), [3334, 3333, 3333]);
  assertEquals(weightsOf(withoutComponent(withWeight(THREE, 0, 5000), 2)), [5000, 5000]);
});

Deno.test("withWeight() gives weights that the service takes", () => {
  const moves = fc.array(fc.tuple(fc.nat(15), fc.integer({ min: -10, max: 12_000 })));
  fc.assert(fc.property(fc.integer({ min: 1, max: 16 }), moves, (count, steps) => {
    let candidate: Candidate = {
      ...ONE,
      components: Array.from({ length: count }, () => ({ strategyId: "a" })),
    };
    for (const [at, weight] of steps) candidate = withWeight(candidate, at % count, weight);
    const weights = weightsOf(candidate);
    assertEquals(weights.reduce((sum, weight) => sum + weight, 0), WHOLE_BPS);
    assert(weights.every((weight) => Number.isInteger(weight) && weight >= 1));
  }));
});

Deno.test("withParam() names only what differs from the defaults", () => {
  const changed = withParam(ONE, 0, "period", 3);
  assertEquals(changed.components[0]?.strategyParams, { period: 3 });
  assertEquals(withParam(changed, 0, "period", null).components[0]?.strategyParams, {});
});
