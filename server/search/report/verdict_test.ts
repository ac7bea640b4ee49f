import { assertEquals, assertStringIncludes } from "@std/assert";
import { type VerdictFigures, verdictOf } from "./verdict.ts";

const GOOD: VerdictFigures = {
  tried: 5000,
  deflatedOverPassive: 0.99,
  trips: { count: 12, largestShare: 0.2, byLot: 0.001 },
  overfitting: { probability: 0.05, lossShare: 0.01 },
  neighbours: 0.9,
  outOfSample: { folds: 2, above: 2, efficiency: 0.8 },
  evaluation: null,
  borders: [],
  datasets: [{ marketName: "Made", estimated: [] }],
};

Deno.test("good figures hold up, and untested parts are named", () => {
  const { isFlagged, level, sentence } = verdictOf(GOOD);
  assertEquals([isFlagged, level], [false, "holds"]);
  assertStringIncludes(sentence, "luck of 5,000 distinct candidates");
  assertStringIncludes(
    verdictOf({ ...GOOD, outOfSample: null }).sentence,
    "It has not been tested on bars",
  );
});

Deno.test("one bad figure is doubtful; luck, or two bad figures, are not to be trusted", () => {
  const bad: readonly (readonly [Partial<VerdictFigures>, string, string])[] = [
    [{ deflatedOverPassive: 0.94 }, "luck", "is 94 %; 95 % is wanted"],
    [{ deflatedOverPassive: null }, "luck", "is under 1 %; 95 % is wanted"],
    [{ deflatedOverPassive: 0.948 }, "luck", "is 94.8 %; 95 % is wanted"],
    [
      { trips: { count: 2, largestShare: 0.6, byLot: 0.25 } },
      "doubtful",
      "hangs on few trades: 2 round trips, the largest with 60 % of the gains. With random signs, " +
      "such trips give as much in 25 % of cases; at most 5 % is wanted.",
    ],
    [{ overfitting: { probability: 0.5, lossShare: 0.3 } }, "doubtful", "in 50 % of all splits"],
    [{ overfitting: { probability: 0.1, lossShare: 0.6 } }, "doubtful", "line in 60 %"],
    [{ neighbours: 0.05 }, "doubtful", "Only 5.0 % of its neighbours"],
    [{ outOfSample: { folds: 3, above: 1, efficiency: 0.9 } }, "doubtful", "line in 1 of 3 folds"],
    [
      { outOfSample: { folds: 1, above: 1, efficiency: null } },
      "doubtful",
      "the ratio was not positive before",
    ],
    [
      { evaluation: { method: "sister_paths", failed: ["EDGE"] } },
      "doubtful",
      "has not passed: no edge on new data.",
    ],
  ];
  for (const [change, level, reason] of bad) {
    const verdict = verdictOf({ ...GOOD, ...change });
    assertEquals([verdict.isFlagged, verdict.level, verdict.reasons.length], [true, level, 1]);
    assertStringIncludes(verdict.reasons[0] ?? "", reason);
  }
  const twice = { ...GOOD, neighbours: 0.1, outOfSample: { folds: 1, above: 0, efficiency: 0 } };
  assertEquals(verdictOf(twice).level, "luck");
});

Deno.test("an axis to widen and estimated data are notes, which decide nothing", () => {
  const { level, reasons, notes } = verdictOf({
    ...GOOD,
    borders: [{ axis: "Sell below (oversold)", end: "largest", value: 45 }],
    datasets: [{ marketName: "sUSDe", estimated: ["syIndex", "totalPt"] }],
  });
  assertEquals([level, reasons], ["holds", []]);
  assertEquals(notes, [
    "The best is at the end of an axis, Sell below (oversold) 45 is the largest value: widen it, better " +
    "candidates may lie beyond.",
    "The data of sUSDe are estimated, not known, in syIndex, totalPt: every figure depends on them.",
  ]);
});

Deno.test("unstable ranks among candidates that all earn are not overfitting", () => {
  const overfitting = { probability: 0.6, lossShare: 0 };
  assertEquals(verdictOf({ ...GOOD, overfitting }).reasons, []);
});

Deno.test("rotations of the searched path are no further evidence", () => {
  const evaluation = { method: "rotation", failed: ["EDGE"] };
  const { reasons, notes } = verdictOf({ ...GOOD, evaluation });
  assertEquals(reasons, []);
  assertEquals(notes, [
    "The market has one history, which gives no verdict: no candidate on it is eligible.",
  ]);
});
