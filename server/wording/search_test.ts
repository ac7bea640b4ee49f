import { assertEquals, assertMatch } from "@std/assert";
import {
  importanceSentence,
  likelihood,
  resultsText,
  triedText,
  tripsText,
  varianceSentence,
} from "./search.ts";

Deno.test("a probability has whole percent, and more digits only beside its threshold", () => {
  const cases = [0, 0.004, 0.538, 0.948, 0.9499, 0.95, 0.973, 0.999];
  assertEquals(cases.map((each) => likelihood(each)), [
    "under 1 %",
    "under 1 %",
    "54 %",
    "94.8 %",
    "94.99 %",
    "95 %",
    "97 %",
    "over 99 %",
  ]);
});

Deno.test("trials are counted, and how much they differ", () => {
  const tried = {
    tried: 100_800,
    isExact: false,
    results: { count: 35_804, isExact: false },
    untradedShare: 0.342,
  };
  assertEquals(triedText(tried), "about 100,800 distinct candidates");
  assertEquals(resultsText(tried), "about 35,804 different results, 34 % never traded");
  const one = {
    tried: 1,
    isExact: true,
    results: { count: 1, isExact: true },
    untradedShare: 0,
  };
  assertEquals(
    `${triedText(one)}, ${resultsText(one)}`,
    "1 distinct candidate, 1 different result, all traded",
  );
  assertEquals(resultsText({ ...one, untradedShare: 1 }), "1 different result, none traded");
});

Deno.test("a sentence says which variance is used", () => {
  const variance = { spread: 0.00159123, candidates: 2880, isSample: false, withoutSkill: 1 / 152 };
  assertEquals(
    varianceSentence(variance),
    "The variance is the smaller of two: that of the daily ratios of all 2,880 candidates with " +
      "one, 0.00159, and that of a ratio without skill, 0.00658.",
  );
  assertEquals(
    varianceSentence({ ...variance, candidates: 4096, isSample: true }),
    "The variance is the smaller of two: that of the daily ratios of a sample of 4,096 candidates " +
      "with one, 0.00159, and that of a ratio without skill, 0.00658.",
  );
  assertEquals(
    varianceSentence({ ...variance, spread: null }),
    "The variance is that of a ratio without skill, 0.00658, as too few candidates have a ratio.",
  );
});

Deno.test("round trips are counted, with the chance of as much by random signs", () => {
  const text = "2 round trips; random signs give as much in 25 % of cases";
  assertEquals(tripsText({ count: 2, largestShare: 0.6, byLot: 0.25 }), text);
});

Deno.test("the importance of axes names its candidates, and what it leaves out", () => {
  assertEquals(
    importanceSentence({ of: "all", count: 1 }, "score"),
    "The share of the variance of score that each axis explains alone, over 1 candidate; what is " +
      "left is the effect of combinations, and chance.",
  );
  const round = importanceSentence({ of: "firstRound", count: 2_000 }, "score");
  assertMatch(round, new RegExp("2,000 candidates of the first round; "));
  const rung = importanceSentence({ of: "firstRung", count: 64 }, "score");
  assertMatch(rung, new RegExp("of the first rung, on its last bars only; "));
});
