import { assert, assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../contracts/plan.ts";
import type { Trial, TrialLedger } from "../../contracts/trial.ts";
import { officialParts } from "../../testing/official.ts";
import { okBytes } from "../../engine/wire.ts";
import { evaluated, isDecidedByEvaluation } from "./evaluated.ts";

const BASE = {
  marketId: 1,
  timeframe: "daily",
  components: [{ strategyId: "yield-rsi" }],
} as const;
const AXES = [{ path: "/components/0/strategyParams/period", min: 3, max: 12, steps: 4 }];
const TRIED = { count: 7, counted: true, sharpeCount: 500, sharpeVariance: 0.002 };

function planOf(change: unknown): ReturnType<typeof SearchPlanSchema.parse> {
  return SearchPlanSchema.parse({ base: BASE, axes: AXES, ...change as object });
}

Deno.test("the short evaluation agrees with the engine's, for a number of trials", async () => {
  const { datasets, engine } = await officialParts();
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

Deno.test("figures that only an evaluation has decide later", () => {
  assert(!isDecidedByEvaluation(planOf({})));
  assert(isDecidedByEvaluation(planOf({ aim: "edge" })));
  assert(isDecidedByEvaluation(planOf({ constraints: [{ figure: "calmar", min: 1 }] })));
});
