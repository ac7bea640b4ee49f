import { assert, assertEquals } from "@std/assert";
import { EVALUATED_FIGURES, type EvaluatedFigure, SearchPlanSchema } from "../../contracts/plan.ts";
import type { Trial, TrialLedger } from "../../contracts/trial.ts";
import { officialDatasets, officialEngine } from "../../testing/official.ts";
import { okBytes } from "../../engine/wire.ts";
import {
  type Evaluated,
  evaluated,
  isDecidedByEvaluation,
  keptOf,
  rankedByEvaluation,
} from "./evaluated.ts";

const BASE = {
  marketId: 1,
  timeframe: "daily",
  components: [{ strategyId: "yield-rsi" }],
} as const;
const AXES = [{ path: "/components/0/strategyParams/period", min: 3, max: 12, steps: 4 }];
const TRIED = { count: 7, counted: true, sharpeCount: 500, sharpeVariance: 0.002 };

/** Eligible entries of the tests below. */
const ELIGIBLE = ["eligible", "better", "wild"];

function planOf(change: unknown): ReturnType<typeof SearchPlanSchema.parse> {
  return SearchPlanSchema.parse({ base: BASE, axes: AXES, ...change as object });
}

function entry(
  name: string,
  figures: Partial<Record<EvaluatedFigure, number>>,
): { readonly name: string; readonly evaluation: Evaluated } {
  const none = Object.keys(EVALUATED_FIGURES).map((figure) => [figure, null]);
  return {
    name,
    evaluation: {
      eligible: ELIGIBLE.includes(name),
      failed: [],
      method: "rotation",
      trials: 1,
      figures: { ...Object.fromEntries(none), ...figures },
      deflatedSharpe: null,
      requiredEdge: null,
      real: "",
    },
  };
}

Deno.test("the short evaluation agrees with the engine's, for a number of trials", async () => {
  const datasets = await officialDatasets();
  const engine = await officialEngine(datasets);
  const { evaluation: found, trial } = evaluated(
    engine,
    { ...BASE, components: [...BASE.components] },
    Object.fromEntries(datasets.map(({ header }) => [header.sha256, TRIED])),
  );
  const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const order = { candidate: BASE, view: "summary", simulationId: "other" };
  const payload = okBytes(engine.simulate(encode(order)).bytes).slice();
  const counted: Trial[] = [];
  const ledger: TrialLedger = { count: (each) => (counted.push(each), TRIED) };
  const whole: Record<string, never> = JSON.parse(
    new TextDecoder().decode(okBytes(engine.evaluate(encode({}), payload, ledger))),
  );
  const { verdict, capitalScore, diagnostics, eligibility, luck } = whole;
  assertEquals([trial], counted);
  assertEquals([found.trials, found.method], [7, "sister_paths"]);
  assertEquals(found.eligible, eligibility?.["eligible"]);
  assertEquals([found.figures.edge, found.figures.pAdjusted], [
    verdict?.["edge"],
    verdict?.["pAdjusted"],
  ]);
  assertEquals(found.figures.capitalScore, capitalScore?.["capitalScore"]);
  assertEquals(found.figures.sortino, diagnostics?.["sortino"]);
  assertEquals(found.deflatedSharpe, luck?.["deflatedSharpe"]);
  const error = Number(verdict?.["edgeStandardError"]);
  assertEquals(found.requiredEdge, engine.requiredEdge(error, TRIED.sharpeCount, 64));
  const missing = Object.entries(found.figures).filter(([, figure]) => figure === null);
  assertEquals(missing, [], "every figure that a plan may aim at is in an evaluation");
});

Deno.test("eligible entries come first, then the aim decides, and bounds exclude", () => {
  const entries = [
    entry("large", { edge: 0.02, annualizedVolatility: 0.1 }),
    entry("none", { annualizedVolatility: 0.1 }),
    entry("eligible", { edge: 0.01, annualizedVolatility: 0.1 }),
    entry("better", { edge: 0.015, annualizedVolatility: 0.1 }),
    entry("wild", { edge: 0.03, annualizedVolatility: 0.5 }),
  ];
  const named = (change: unknown): readonly string[] =>
    rankedByEvaluation(entries, planOf(change)).map(({ name }) => name);
  const constraints = [{ figure: "annualizedVolatility", max: 0.2 }];
  assertEquals(named({ aim: "edge", constraints }), ["better", "eligible", "large", "none"]);
  assertEquals(named({ aim: "score", constraints }), ["large", "none", "eligible", "better"]);
  assertEquals(named({ aim: "annualizedVolatility" }).at(-1), "none");
  const unknown = [{ name: "not evaluated", evaluation: null }];
  assertEquals(rankedByEvaluation(unknown, planOf({ constraints })), []);
  assertEquals(rankedByEvaluation(unknown, planOf({ aim: "edge" })), []);
});

Deno.test("enough entries are kept for evaluations to rank", () => {
  assert(!isDecidedByEvaluation(planOf({})));
  assertEquals(keptOf(planOf({ evaluate: 100 }), 20), 20);
  assertEquals(keptOf(planOf({ evaluate: 100, aim: "edge" }), 20), 100);
  assertEquals(
    keptOf(planOf({ evaluate: 10, constraints: [{ figure: "calmar", min: 1 }] }), 20),
    20,
  );
});
