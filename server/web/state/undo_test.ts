import { assert, assertEquals } from "@std/assert";
import type { Candidate } from "../../contracts/candidate.ts";
import { back, forth, isSame, NO_TRAIL, readTrail, type Trail, visit } from "./undo.ts";

const RSI: Candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

/** A candidate by its number, and the trail of several. */
const step = (period: number): Candidate => (
  { marketId: 1, components: [{ strategyId: "yield-rsi", strategyParams: { period } }] }
);
const steps = (...periods: readonly number[]): Trail => periods.map(step).reduce(visit, NO_TRAIL);

Deno.test("a candidate equals itself with a default written out", () => {
  assert(isSame(RSI, { ...RSI, timeframe: "hourly" }));
  assert(!isSame(RSI, { ...RSI, timeframe: "daily" }));
});

Deno.test("steps are undone and redone", () => {
  const once = back(steps(1, 2, 3), step(3));
  assertEquals(once, { past: [step(1)], present: step(2), future: [step(3)] });
  const twice = back(once ?? NO_TRAIL, step(2));
  assertEquals(twice?.present, step(1));
  assertEquals(back(twice ?? NO_TRAIL, step(1)), null);
  assertEquals(forth(forth(twice ?? NO_TRAIL) ?? NO_TRAIL)?.present, step(3));
  assertEquals(forth(steps(1, 2)), null);
});

Deno.test("an equal value is not a step, and a new step drops the undone ones", () => {
  assertEquals(steps(1, 1, 2, 2).past, [step(1)]);
  const undone = back(steps(1, 2, 3), step(3)) ?? NO_TRAIL;
  assertEquals(visit(undone, step(9)), {
    past: [step(1), step(2)],
    present: step(9),
    future: [],
  });
});

Deno.test("undo leaves a value that is not a step for the last step", () => {
  assertEquals(back(steps(1, 2), step(99))?.present, step(2));
  assertEquals(back(NO_TRAIL, step(99)), null);
});

Deno.test("the last two hundred steps are kept", () => {
  const trail = steps(...Array.from({ length: 300 }, (_, at) => at));
  assertEquals([trail.past.length, trail.past[0]], [200, step(99)]);
});

Deno.test("a trail survives a round trip through JSON, any other value reads as an empty trail", () => {
  const trail = back(steps(1, 2, 3), step(3)) ?? NO_TRAIL;
  assertEquals(readTrail(JSON.parse(JSON.stringify(trail))), trail);
  const wrong = [null, 5, "x", [], {}, { past: 1, present: 1 }, { past: ["a"], present: step(1) }];
  for (const one of wrong) assertEquals(readTrail(one), NO_TRAIL);
});
