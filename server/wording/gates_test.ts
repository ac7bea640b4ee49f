import { assertEquals, assertMatch } from "@std/assert";
import { gateOf, ROTATION_VERDICT, SISTER_VERDICT } from "../testing/verdict.ts";
import type { Evaluation, Verdict } from "../contracts/types.ts";
import { failedGateTexts, gateText } from "./gates.ts";

type Gate = Evaluation["eligibility"]["gates"][number];
const TERMS = { annualizedMeanReturn: 0, cvar: 0, turnover: 0, executionCost: 0 };
const ROW = { inCapitalScore: true, utility: 0, benchmarkUtility: 0, idleUtility: 0, fills: 1 };
const scenarios: Evaluation["scenarios"] = [
  { ...TERMS, ...ROW, id: "official", kind: "official", maxDrawdown: 0.02 },
  { ...TERMS, ...ROW, id: "perturbation-1", kind: "perturbation", maxDrawdown: 0.17 },
  { ...TERMS, ...ROW, id: "par-break", kind: "stress", maxDrawdown: 0.17 },
];

function textOf(gate: Gate, verdict: Partial<Verdict> = {}, requiredEdge = 0.005): string {
  return gateText(gate, { scenarios, verdict: { ...SISTER_VERDICT, ...verdict }, requiredEdge });
}

function passing(gate: Gate): Gate {
  return { ...gate, passed: true };
}

const EDGE = gateOf("EDGE", 0.2, 0.05);

Deno.test("a passing edge is shown with its p", () => {
  assertEquals(
    textOf(passing(EDGE)),
    "+0.66 %/y over holding PT, by luck 0.3 %, counting 12 tries.",
  );
});

Deno.test("the text of an edge that is not positive says what would pass", () => {
  assertEquals(
    textOf(EDGE, { edge: -0.003, pAdjusted: 1 }),
    "−0.30 %/y against holding PT: an edge above 0 with at most 5 % by luck would pass.",
  );
});

Deno.test("the text of an edge that may be chance says how large an edge would pass", () => {
  const once = { count: 1, counted: true, evaluated: 1, searched: 1 };
  assertEquals(
    textOf(EDGE, {
      edge: 0.001,
      edgeStandardError: 0.003,
      pValue: 0.37,
      pAdjusted: 0.37,
      trials: once,
    }),
    "+0.10 %/y over holding PT may be luck, by luck 37 %, counting 1 try: at most 5 % would pass, which " +
      "takes about +0.50 %/y at this spread.",
  );
});

Deno.test("an edge that fails only because of the tries says so", () => {
  assertMatch(
    textOf(EDGE, {
      edgeStandardError: 0.003,
      pValue: 0.016,
      pAdjusted: 0.8,
      trials: { count: 100, counted: true, evaluated: 100, searched: 100 },
    }, 0.0103),
    /by luck 80 %, counting 100 tries: .* about \+1\.03 %\/y at this spread\. As the only try it would have passed \(1\.6 %\)\.$/,
  );
});

Deno.test("p is never shown as the level when it merely rounds to it", () => {
  const p = 0.05004;
  assertMatch(textOf(EDGE, { pValue: 0.06, pAdjusted: p }), /by luck 5\.004 %, .*: at most 5 %/);
});

Deno.test("an edge without deviation cannot be tested", () => {
  assertMatch(
    textOf(EDGE, { t: null, pAdjusted: 1 }),
    /^It earns what Hold, idle or a fixed mix of the two earns on every path, .* cannot be tested/,
  );
});

Deno.test("one history gives no verdict, however its rotations turn out", () => {
  assertEquals(
    textOf(EDGE, ROTATION_VERDICT),
    "+1.20 %/y over holding SY may be luck, by luck 12 %, counting 3 tries: at most 5 % would pass.",
  );
  const history = {
    gate: "ONE_HISTORY",
    value: false,
    threshold: true,
    margin: null,
    passed: false,
  };
  assertMatch(textOf(history as typeof EDGE, ROTATION_VERDICT), /^One history gives no verdict: /);
});

Deno.test("timing is measured against the blind twin", () => {
  const timing = gateOf("TIMING", 0.0025, 0.05);
  assertEquals(
    textOf(passing(timing)),
    "+0.52 %/y against its blind twin, by luck 0.3 %, counting 12 tries: its timing matters.",
  );
  assertMatch(
    textOf(timing, { timing: { paths: 32, edge: 0.0004, t: 0.2, pValue: 0.05, pAdjusted: 0.41 } }),
    /^\+0\.04 %\/y against its blind twin, by luck 41 %, counting 12 tries: .* with at most 5 % by luck would pass\.$/,
  );
  assertMatch(
    textOf(timing, { timing: { paths: 32, edge: 0, t: null, pValue: 1, pAdjusted: 1 } }),
    /^It does the same as its blind twin on every path, so it ignores the market/,
  );
});

Deno.test("every other gate states its value and what would pass", () => {
  const gates: readonly (readonly [Gate, string, string])[] = [
    [
      gateOf("POSITIVE_UTILITY", -0.012, 0),
      "The mean return of the official run after penalties is −1.20 %/y: above 0 would pass.",
      "The mean return of the official run after penalties is −1.20 %/y.",
    ],
    [
      gateOf("MAX_DRAWDOWN", 0.0500001, 0.05),
      "The official run's largest drawdown is 5.00001 %: at most 5 % would pass.",
      "The official run's largest drawdown is 5.00001 %.",
    ],
    [
      gateOf("WORST_SCENARIO_DRAWDOWN", 0.17, 0.15),
      "The largest drawdown of the official run and the stresses is 17.00 %, in par-break: at most " +
      "15 % would pass.",
      "The largest drawdown of the official run and the stresses is 17.00 %, in par-break.",
    ],
    [
      gateOf("MAX_TURNOVER", 0.31, 0.25),
      "It trades 31.00 % of its equity a day: at most 25 % would pass.",
      "It trades 31.00 % of its equity a day.",
    ],
    [
      gateOf("MIN_SCORED_DAYS", 20, 30),
      "Only 20 days are scored: at least 30 would pass.",
      "20 days are scored.",
    ],
    [
      gateOf("MIN_FILLS", 0, 1),
      "It has no fills: at least 1 would pass. A capital above the pool's capacity has the same effect.",
      "It has 0 fills.",
    ],
    [
      gateOf("RUNTIME_BUDGET", 1_200_000, 1_000_000),
      "Bars times components are 1,200,000: at most 1,000,000 would pass.",
      "Bars times components are 1,200,000.",
    ],
    [gateOf("CONFIG_VALID"), "The candidate is not valid.", "The candidate is valid."],
    [
      gateOf("FINITE_NUMBERS"),
      "A number is not finite: all of them would pass.",
      "Every number is finite.",
    ],
  ];
  for (const [gate, failed, passed] of gates) {
    assertEquals([textOf(gate), textOf(passing(gate))], [failed, passed]);
  }
});

Deno.test("the scenario of the largest drawdown is named only when one has it", () => {
  assertEquals(
    textOf(gateOf("WORST_SCENARIO_DRAWDOWN", 0.2, 0.15)),
    "The largest drawdown of the official run and the stresses is 20.00 %: at most 15 % would pass.",
  );
});

Deno.test("the failed gates are listed in order", () => {
  const gates = [gateOf("MIN_FILLS", 3, 1), gateOf("CONFIG_VALID"), EDGE];
  const eligibility = {
    eligible: false,
    gates: gates.map((gate, at) => at === 0 ? passing(gate) : gate),
  };
  const texts = failedGateTexts({
    scenarios,
    verdict: SISTER_VERDICT,
    requiredEdge: null,
    eligibility,
  });
  assertEquals(texts.length, 2);
  assertEquals(texts[0], "The candidate is not valid.");
});
