import { assert, assertEquals, assertThrows } from "@std/assert";
import type { z } from "zod";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { type TrialLedger, UNCOUNTED } from "../../server/contracts/trial.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { above, recomputed } from "../../server/http/docs/programs/verdict.ts";
import { encoded } from "../../server/testing/encoded.ts";
import {
  goldenCandidate,
  goldenCases,
  goldenDataset,
  IMPORTED,
} from "../../server/testing/golden.ts";
import { officialDatasets, officialEngine } from "../../server/testing/official.ts";
import { assertAlike, assertRecomputed } from "./assert_recomputed.ts";

type Evaluation = z.infer<typeof EvaluationSchema>;

const datasets = await officialDatasets();
const engine = await officialEngine(datasets);

function evaluated(candidate: object, ledger: TrialLedger = UNCOUNTED): Evaluation {
  const request = encoded({ view: "summary", simulationId: "s", candidate });
  const payload = okBytes(engine.simulate(request).bytes);
  return okValue(EvaluationSchema, engine.evaluate(encoded({}), payload, ledger));
}

/** The ledger of a key with a given number of trials. */
function tried(count: number): TrialLedger {
  return { count: () => ({ count, counted: true, sharpeCount: count, sharpeVariance: null }) };
}

function daily(strategyId: string, strategyParams: object = {}): object {
  return { marketId: 1, timeframe: "daily", components: [{ strategyId, strategyParams }] };
}

const NEVER = daily("discount-threshold", { entry: 0.5, exit: 0.4 });
const ALWAYS_IN = { strategyId: "pull-to-par-hold", strategyParams: { minYield: 0 } };
const ALWAYS = { marketId: 1, timeframe: "daily", components: [ALWAYS_IN] };

Deno.test("the published vector of the edge is recomputed", () => {
  const own = [0.004, -0.002, 0.007, 0.001, -0.001, 0.006, 0.003, 0.000];
  const control = [0.010, 0.020, -0.010, 0.015, 0.025, -0.005, 0.000, 0.012];
  const series = {
    utility: own.map((difference, at) => difference + (control[at] ?? NaN)),
    hold: control,
    idle: control.map(() => 0),
    twin: own,
  };
  const evaluation = evaluated(NEVER);
  const trials = { count: 10, counted: true, evaluated: 10, searched: 10 };
  const verdict = { ...evaluation.verdict, passiveGap: 0.009, series, trials };
  assertAlike(recomputed({ ...evaluation, verdict }).verdict, {
    edge: 0.0020959470636889997,
    edgeStandardError: 0.00048438720247157935,
    t: 4.327007511747745,
    pValue: 0.0025514998976020197,
    pAdjusted: 0.0252240265534173,
  }, "");
});

Deno.test("above() is the upper tail of the normal distribution, on both sides and far from 0", () => {
  // Q(1.96), Q(3), Q(5), Q(10) from tables.
  const known = [[1.959963984540054, 0.025], [3, 1.3498980316300946e-3], [5, 2.866515718791939e-7]];
  for (const [z = NaN, share = NaN] of [...known, [10, 7.619853024160527e-24]]) {
    assert(Math.abs(above(z) / share - 1) < 1e-13, `${z}: ${above(z)}`);
    assertEquals(above(-z), 1 - above(z));
  }
  assertEquals([above(0), above(40), above(-40)], [0.5, 0, 1]);
});

Deno.test("the gap that corrects a verdict equals the gap of its evidence and of the manifest", () => {
  for (const { header } of datasets) {
    const { marketId, timeframe, provenance } = header;
    assert(provenance.kind === "synthetic");
    const { generatorVersion, passiveGap } = provenance;
    const { evidence, verdict } = evaluated({ marketId, timeframe, components: [ALWAYS_IN] });
    assertEquals([evidence.generatorVersion, evidence.passiveGap], [generatorVersion, passiveGap]);
    assertEquals(verdict.passiveGap, passiveGap);
    assertEquals(verdict.line, passiveGap >= 0 ? "hold" : "idle");
  }
});

Deno.test("a verdict is rejected with a different series or gap", () => {
  const evaluation = evaluated(daily("yield-bollinger"));
  assertRecomputed(evaluation);
  const { verdict } = evaluation;
  const edited = [
    ...(["utility", "hold", "idle", "twin"] as const).map((name) => ({
      series: { ...verdict.series, [name]: verdict.series[name].with(7, 0.01) },
    })),
    { passiveGap: (verdict.passiveGap ?? NaN) + 1e-9 },
  ];
  for (const edit of edited) {
    assertThrows(() => assertRecomputed({ ...evaluation, verdict: { ...verdict, ...edit } }));
  }
});

Deno.test("tries raise the adjusted p and change nothing else in the verdict", () => {
  const candidate = daily("underlying-lead");
  const [first, twelfth] = [evaluated(candidate), evaluated(candidate, tried(12))];
  assertRecomputed(twelfth);
  assertEquals(first.verdict.trials, { count: 1, counted: false, evaluated: 1, searched: 1 });
  assertEquals(twelfth.verdict.trials, { count: 12, counted: true, evaluated: 12, searched: 12 });
  assertEquals(first.verdict.pAdjusted, first.verdict.pValue);
  const { pValue } = twelfth.verdict;
  assertAlike(twelfth.verdict.pAdjusted, 1 - (1 - pValue) ** 12, "pAdjusted");
  const { timing } = twelfth.verdict;
  assert(timing !== null);
  assertAlike(timing.pAdjusted, 1 - (1 - timing.pValue) ** 12, "timing/pAdjusted");
  const { trials: _, pAdjusted: __, timing: once, ...others } = first.verdict;
  assertAlike({ ...timing, pAdjusted: once?.pAdjusted }, once, "timing");
  assertAlike(twelfth.verdict, others, "");
});

Deno.test("a candidate without fills has the edge of idle capital, and no error to test it by", () => {
  const evaluation = evaluated(NEVER);
  assertRecomputed(evaluation);
  const { line, passiveGap, edge, t, pValue, timing, sameAs } = evaluation.verdict;
  assertAlike(edge, line === "hold" ? -(passiveGap ?? NaN) : 0, "edge");
  assertEquals([t, pValue, timing?.t, timing?.pValue, sameAs], [null, 1, null, 1, "idle"]);
  assert(!evaluation.eligibility.eligible);
});

Deno.test("a candidate that always holds is Hold with a cost, and equals its twin", () => {
  const evaluation = evaluated(ALWAYS);
  assertRecomputed(evaluation);
  const { verdict, eligibility } = evaluation;
  assertEquals(verdict.sameAs, "hold");
  assertEquals([verdict.timing?.edge, verdict.timing?.t, verdict.timing?.pValue], [0, null, 1]);
  assertEquals(verdict.series.twin, verdict.series.utility.slice(0, 32));
  assert(!eligibility.eligible);
});

Deno.test("a dataset without a generator is judged by rotation, and every golden case says so", async () => {
  const cases = (await goldenCases()).filter(({ expected }) => expected.error === undefined);
  const others = await officialEngine([]);
  for (const one of cases) {
    others.addDataset(goldenDataset(one));
    const request = { view: "summary", simulationId: "s", candidate: goldenCandidate(one) };
    const payload = okBytes(others.simulate(encoded(request)).bytes);
    const evaluation = okValue(EvaluationSchema, others.evaluate(encoded({}), payload, UNCOUNTED));
    assertRecomputed(evaluation);
    checkRotation(evaluation);
  }
});

Deno.test("the rotations of a constant target equal the run itself", async () => {
  const others = await officialEngine([]);
  const [{ header, columns }] = datasets.filter(({ header }) =>
    header.marketId === 1 && header.timeframe === "daily"
  ) as [typeof datasets[number]];
  const imported = { provenance: IMPORTED };
  others.addDataset({ header: { ...header, ...imported }, columns });
  const request = { view: "summary", simulationId: "s", candidate: ALWAYS };
  const payload = okBytes(others.simulate(encoded(request)).bytes);
  const evaluation = okValue(EvaluationSchema, others.evaluate(encoded({}), payload, UNCOUNTED));
  assertRecomputed(evaluation);
  checkRotation(evaluation);
  const { verdict: { series, sameAs }, scenarioResult } = evaluation;
  assertEquals(new Set(series.utility), new Set([scenarioResult.utilityScore]));
  assertEquals(sameAs, "hold");
});

/** Rotations by the same number of days are equal, and counted every time. */
function checkRotation({ verdict, resolvedScoringProfile, candidate, evidence }: Evaluation): void {
  assertEquals([verdict.method, verdict.paths, verdict.passiveGap], ["rotation", 99, null]);
  assertEquals([evidence.generatorVersion, evidence.passiveGap], [null, null]);
  const { utility, hold, idle, twin } = verdict.series;
  assertEquals([utility.length, hold.length, idle.length, twin.length], [99, 1, 1, 0]);
  const perDay = candidate.timeframe === "hourly" ? 24 : 1;
  const days = Math.floor(resolvedScoringProfile.scoredBars / perDay);
  const byShift = new Map<number, number>();
  for (const [at, one] of utility.entries()) {
    const shift = Math.max(1, Math.floor((at + 1) * days / 100));
    assertEquals(one, byShift.get(shift) ?? one);
    byShift.set(shift, one);
  }
}
