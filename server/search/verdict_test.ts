import { assertEquals, assertStringIncludes } from "@std/assert";
import { medianOf, type VerdictFigures, verdictOf } from "./verdict.ts";

const GOOD: VerdictFigures = {
  tried: 5000,
  deflatedOverPassive: 0.99,
  overfitting: { probability: 0.05, lossShare: 0.01 },
  neighbours: 0.9,
  folds: [{ isAbove: true, efficiency: 0.8 }, { isAbove: true, efficiency: 0.7 }],
};

Deno.test("figures that are all good hold, and what was not tested is said", () => {
  const { isFlagged, level, sentence } = verdictOf(GOOD);
  assertEquals([isFlagged, level], [false, "holds"]);
  assertStringIncludes(sentence, "luck of 5,000 distinct candidates");
  assertStringIncludes(
    verdictOf({ ...GOOD, folds: [] }).sentence,
    "It has not been tested on bars",
  );
});

Deno.test("one bad figure makes it doubtful, luck or two make it not to be trusted", () => {
  const bad: readonly (readonly [Partial<VerdictFigures>, string, string])[] = [
    [{ deflatedOverPassive: 0.94 }, "luck", "is 94 %, under 95 %"],
    [{ deflatedOverPassive: null }, "luck", "is 0 %, under 95 %"],
    [{ overfitting: { probability: 0.5, lossShare: 0.3 } }, "doubtful", "in 50 % of all splits"],
    [{ neighbours: 0.05 }, "doubtful", "Only 5.0 % of its neighbours"],
    [{ folds: [{ isAbove: false, efficiency: 0.9 }] }, "doubtful", "line in 0 of 1 folds"],
    [{ folds: [{ isAbove: true, efficiency: null }] }, "doubtful", "0 % of its ratio is left"],
  ];
  for (const [change, level, reason] of bad) {
    const verdict = verdictOf({ ...GOOD, ...change });
    assertEquals([verdict.isFlagged, verdict.level, verdict.reasons.length], [true, level, 1]);
    assertStringIncludes(verdict.reasons[0] ?? "", reason);
  }
  const twice = { ...GOOD, neighbours: 0.1, folds: [{ isAbove: false, efficiency: 0 }] };
  assertEquals(verdictOf(twice).level, "luck");
});

Deno.test("ranks that change among candidates that all earn are no overfitting", () => {
  const overfitting = { probability: 0.6, lossShare: 0 };
  assertEquals(verdictOf({ ...GOOD, overfitting }).reasons, []);
});

Deno.test("the middle of numbers", () => {
  assertEquals([[], [3], [1, 5, 2], [4, 1, 2, 3]].map(medianOf), [null, 3, 2, 2.5]);
});
