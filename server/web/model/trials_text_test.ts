import { assertEquals } from "@std/assert";
import { trialsTexts } from "./trials_text.ts";

const verdict = {
  pValue: 0.01,
  pAdjusted: 0.114,
  trials: { count: 12, counted: true, evaluated: 12, searched: 1214 },
};
const luck = { probabilisticSharpe: 0.625, deflatedSharpe: 0.227, trials: 1214 };

Deno.test("luck is stated for one trial and for all trials", () => {
  assertEquals(trialsTexts({ verdict, luck }), [
    "As the only try the edge has p = 0.010; with your 12 tries on this market, p = 0.11.",
    "Carry is no luck with 62.5 % as the only run; with 22.7 % against the best that 1,214 runs on " +
    "this market give by chance.",
  ]);
});

Deno.test("the first trial is not compared with others", () => {
  const first = {
    ...verdict,
    pAdjusted: 0.01,
    trials: { count: 1, counted: true, evaluated: 1, searched: 1 },
  };
  const alone = { ...luck, deflatedSharpe: 0.625, trials: 1 };
  assertEquals(trialsTexts({ verdict: first, luck: alone }), [
    "This is the first candidate that you evaluated on this market: p = 0.010.",
  ]);
});
