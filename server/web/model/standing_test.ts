import { assert, assertEquals } from "@std/assert";
import { gateOf, ROTATION_VERDICT, SISTER_VERDICT } from "../../testing/verdict.ts";
import { toStanding } from "./standing.ts";

const passing = { ...gateOf("MIN_FILLS"), passed: true };
const eligibility = { eligible: true, gates: [passing] };

Deno.test("a verdict is adjusted for the tries of now, as the engine does", () => {
  const { luck, edge, interval } = toStanding({ verdict: SISTER_VERDICT, eligibility }, 12);
  // 1 - (1 - 0.00025)^12
  assertEquals(luck.toFixed(6), "0.002996");
  assertEquals([edge, interval?.[0]], [0.0066, 0.0041]);
  const once = toStanding({ verdict: SISTER_VERDICT, eligibility }, 1);
  assert(Math.abs(once.luck - 0.00025) < 1e-15);
});

Deno.test("a candidate passes with an edge beyond luck and all other gates", () => {
  const passed = (verdict: Partial<typeof SISTER_VERDICT>, tries: number, gates = [passing]) =>
    toStanding({
      verdict: { ...SISTER_VERDICT, ...verdict },
      eligibility: { gates },
    }, tries).passed;
  assert(passed({}, 34));
  assert(!passed({}, 500));
  assert(!passed({ edge: -0.001, pValue: 0.001 }, 1));
  assert(!passed({}, 34, [passing, gateOf("MAX_TURNOVER", 0.3, 0.25)]));
  const timing = { paths: 32, edge: 0.001, t: 2.4, pValue: 0.01, pAdjusted: 0.01 };
  assert(passed({ timing }, 5));
  // 1 - (1 - 0.01)^34 = 0.29
  assert(!passed({ timing }, 34));
  const history = { ...gateOf("ONE_HISTORY", 0, 1), passed: false };
  assert(!passed({}, 1, [passing, history]));
  // The engine's own answer to EDGE was for another number of tries.
  assert(passed({}, 34, [passing, gateOf("EDGE", 0.2, 0.05)]));
});

Deno.test("a market with one path has no interval", () => {
  assertEquals(toStanding({ verdict: ROTATION_VERDICT, eligibility }, 1).interval, null);
});

Deno.test("one history gives no verdict, where others pass or do not", () => {
  const history = { eligible: false, gates: [passing, gateOf("ONE_HISTORY")] };
  const outcomes = [
    toStanding({ verdict: SISTER_VERDICT, eligibility }, 1),
    toStanding({ verdict: { ...SISTER_VERDICT, edge: -0.01 }, eligibility }, 1),
    toStanding({ verdict: ROTATION_VERDICT, eligibility: history }, 1),
  ].map(({ outcome }) => outcome);
  assertEquals(outcomes, ["passed", "not passed", "no verdict"]);
});
