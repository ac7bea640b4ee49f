import { assertEquals } from "@std/assert";
import { SISTER_VERDICT } from "../../testing/verdict.ts";
import { trialsText } from "./trials_text.ts";

Deno.test("luck is stated for one try and for all tries", () => {
  assertEquals(
    trialsText({ ...SISTER_VERDICT, pValue: 0.01, pAdjusted: 0.114 }),
    "As the only try it would be luck in 1.0 % of cases; with your 12 tries on this market, in 11 %.",
  );
});

Deno.test("the first try is not compared with others", () => {
  const trials = { ...SISTER_VERDICT.trials, count: 1 };
  assertEquals(
    trialsText({ ...SISTER_VERDICT, pValue: 0.01, pAdjusted: 0.01, trials }),
    null,
  );
});
