import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { Candidate } from "../../contracts/candidate.ts";
import type { Market } from "../../contracts/catalog.ts";
import { WEIGHT_BPS_TOTAL } from "../../contracts/engine_constants.ts";
import {
  markedName,
  onEachMarket,
  type Resolution,
  resolveWeights,
  withAdded,
  withComponent,
  withoutComponent,
  withParam,
  withWeight,
} from "./candidate.ts";

const ONE = { marketId: 1 as const, components: [{ strategyId: "a" }] };
const THREE = withAdded(withAdded(ONE, "b"), "c");

/** A resolved candidate with recognisable weights. */
function resolved(candidate: Candidate, weights: readonly number[]): Resolution {
  const { marketId, components } = candidate;
  const filled = components.map(({ strategyId }, index) => {
    return { strategyId, weightBps: weights[index] ?? 0, strategyParams: {} };
  });
  const run = { candidate: { marketId, timeframe: "hourly", capital: "1", components: filled } };
  return { candidate, run } as Resolution;
}

Deno.test("weights are the given ones, else those that the engine gave to the same entries", () => {
  const last = resolved(THREE, [3334, 3333, 3333]);
  assertEquals(resolveWeights(THREE, null), null);
  assertEquals(resolveWeights(THREE, last), [3334, 3333, 3333]);
  assertEquals(resolveWeights({ ...THREE, capital: "x" }, last), [3334, 3333, 3333]);
  assertEquals(resolveWeights(withAdded(THREE, "d"), last), null);
  assertEquals(resolveWeights(withComponent(THREE, 0, { weightBps: 1 }), last), null);
  const own = withWeight(THREE, [3334, 3333, 3333], 0, 5000);
  assertEquals(resolveWeights(own, last), [5000, 2500, 2500]);
  assertEquals(resolveWeights(withoutComponent(own, 2), last), [6667, 3333]);
  assertEquals(resolveWeights(withAdded(own, "d"), last), [3750, 1875, 1875, 2500]);
});

Deno.test("withWeight() returns weights that the service accepts", () => {
  const moves = fc.array(fc.tuple(fc.nat(15), fc.integer({ min: -10, max: 12_000 })));
  fc.assert(fc.property(fc.integer({ min: 1, max: 16 }), moves, (count, steps) => {
    const components = Array.from({ length: count }, () => ({ strategyId: "a" }));
    const each = Math.floor(WEIGHT_BPS_TOTAL / count);
    let weights: readonly number[] = components.map((_, index) =>
      index === 0 ? WEIGHT_BPS_TOTAL - each * (count - 1) : each
    );
    let candidate: Candidate = { ...ONE, components };
    for (const [at, weight] of steps) {
      candidate = withWeight(candidate, weights, at % count, weight);
      weights = resolveWeights(candidate, null) ?? [];
    }
    assertEquals(weights.reduce((sum, weight) => sum + weight, 0), WEIGHT_BPS_TOTAL);
    assert(weights.every((weight) => Number.isInteger(weight) && weight >= 1));
  }));
});

Deno.test("explicit weights keep ratios and sum when components are added and removed", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 2, maxLength: 15 });
  fc.assert(fc.property(weights, (given) => {
    const whole = given.reduce((sum, weight) => sum + weight, 0);
    const components = given.map((weight) => {
      return { strategyId: "a", weightBps: Math.max(1, Math.floor(weight * 9000 / whole)) };
    });
    for (
      const changed of [
        withAdded({ ...ONE, components }, "b"),
        withoutComponent({ ...ONE, components }, 0),
      ]
    ) {
      const after = changed.components.map(({ weightBps }) => weightBps ?? 0);
      assertEquals(after.reduce((sum, weight) => sum + weight, 0), WEIGHT_BPS_TOTAL);
      assert(after.every((weight) => Number.isInteger(weight) && weight >= 1), String(after));
    }
  }));
  assertEquals(withAdded(ONE, "b").components, [{ strategyId: "a" }, { strategyId: "b" }]);
});

Deno.test("withParam() leaves out defaults", () => {
  const changed = withParam(ONE, 0, "period", 3);
  assertEquals(changed.components[0]?.strategyParams, { period: 3 });
  assertEquals(withParam(changed, 0, "period", null), ONE);
});

Deno.test("markets of one name are told apart by their origin", () => {
  const names = [1, 1000, 4_000_000_001].map((id) => markedName({ id, name: "sUSDe" }));
  assertEquals(names, ["sUSDe", "sUSDe, real", "sUSDe (mine)"]);
});

Deno.test("a candidate is compared where its strategies run, and what other markets lack is said once", () => {
  const market = (id: number, features: readonly string[]): Market =>
    ({ id, features, timeframes: { hourly: {} } }) as unknown as Market;
  const markets = [market(1, ["volume", "termStructure"]), market(2, ["volume"]), market(3, [])];
  const needs = (...requiredFeatures: readonly string[]): unknown => {
    const { candidates, lacked } = onEachMarket(ONE, markets, [{
      strategyId: "a",
      requiredFeatures,
    }]);
    return [candidates.map(({ marketId }) => marketId), lacked];
  };
  assertEquals(needs(), [[1, 2, 3], null]);
  assertEquals(needs("volume"), [[1, 2], "a volume"]);
  assertEquals(needs("volume", "termStructure"), [[1], "a second maturity"]);
});
