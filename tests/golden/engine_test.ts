import { assert, assertEquals } from "@std/assert";
import { UNCOUNTED } from "../../server/contracts/trial.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { EvaluationSchema } from "../../server/contracts/evaluation.ts";
import { FullSimulationSchema } from "../../server/contracts/simulation.ts";
import { okBytes, okValue } from "../../server/engine/wire.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { type GoldenCase, goldenCandidate, goldenCases, goldenDataset } from "../../server/testing/golden.ts";

/** Relative; below `FLOOR` absolute. `tests/golden/engine/README.md` has the reasons. */
const TOLERANCE = 1e-9;
const FLOOR = 1e-3;

const engine = loadEngine(await compileEngine());
const cases = await goldenCases();

for (const one of cases.filter(({ expected }) => expected.error === undefined)) {
  Deno.test(`${one.case} gives the expected figures in WebAssembly`, () => compare(one));
}

Deno.test("a run of one scored bar is an error", () => {
  const failing = cases.filter(({ expected }) => expected.error !== undefined);
  assertEquals(failing.map((one) => one.case), ["case-38"]);
  const answers = failing.map((one) => new TextDecoder().decode(simulate(one)));
  assert(answers.every((answer) => answer.startsWith('{"error":')), answers.join());
});

function simulate(one: GoldenCase): Uint8Array {
  engine.addDataset(goldenDataset(one));
  const candidate = goldenCandidate(one);
  return engine.simulate(encoded({ view: "full", simulationId: "s", candidate })).bytes;
}

function compare(one: GoldenCase): void {
  const { expected } = one;
  const answer = simulate(one);
  const { metrics, execution, portfolio } = okValue(FullSimulationSchema, answer);
  for (const [name, value] of Object.entries(expected.metrics)) {
    if (name in metrics) near(Reflect.get(metrics, name), value, name);
  }
  expected.components.forEach(({ counts, skippedByReason }, at) => {
    const { intents, fills, skips } = counts;
    // The independent implementation knows no excess.
    const { excess: _, ...found } = execution.components[at] ?? {};
    assertEquals(found, { intents, fills, skips, skippedByReason });
  });
  for (const [bar, equity] of Object.entries(expected.portfolioEquity)) {
    near(portfolio.equity[Number(bar)] ?? NaN, equity, `equity at bar ${bar}`);
  }
  const evaluated = engine.evaluate(encoded({}), okBytes(answer), UNCOUNTED);
  const evaluation = okValue(EvaluationSchema, evaluated);
  near(evaluation.scenarioResult.utilityScore, expected.utility, "utility");
  near(evaluation.benchmarkUtility, expected.benchmarkUtility, "benchmarkUtility");
  near(evaluation.idleUtility, expected.idleUtility, "idleUtility");
  near(evaluation.score, expected.score, "score");
  near(evaluation.capitalScore?.tEff ?? NaN, expected.tEff, "tEff");
}

function near(found: unknown, expected: number | boolean | null, what: string): void {
  if (typeof expected !== "number" || typeof found !== "number") {
    return assertEquals(found, expected, what);
  }
  const bound = TOLERANCE * Math.max(FLOOR, Math.abs(expected));
  assert(Math.abs(found - expected) <= bound, `${what} is ${found}, expected ${expected}`);
}
