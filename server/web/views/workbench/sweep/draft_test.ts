import { assert, assertEquals } from "@std/assert";
import { CatalogueSchema } from "../../../../engine/wire_schemas.ts";
import { okValue } from "../../../../engine/wire.ts";
import type { Candidate } from "../../../../contracts/candidate.ts";
import { SearchPlanSchema } from "../../../../contracts/plan.ts";
import { makeDatasets } from "../../../../testing/datasets.ts";
import { makeEngine, officialDatasets } from "../../../../testing/official.ts";
import { TOP_DEFAULT } from "../../../../contracts/top.ts";
import { chargeOf } from "../../../../search/stages/order.ts";
import { prepare } from "../../../../search/stages/prepared.ts";
import { describePlan } from "../../../../search/stages/describe_plan.ts";
import { candidateAt, searchesAround } from "../../../report/candidate_at.ts";
import {
  axisUnits,
  candidateCount,
  type Draft,
  draftFaults,
  draftFor,
  draftOf,
  firstDraft,
  freeParameters,
  keepDraft,
  serviceUnits,
  type Strategy,
  toPlan,
  withAxis,
} from "./draft.ts";
import { readPlan, withPlan } from "./plan_address.ts";

const engine = await makeEngine(await makeDatasets());
const { strategies } = okValue(CatalogueSchema, engine.strategyCatalogue()) as unknown as {
  readonly strategies: readonly Strategy[];
};

function bollinger(strategyParams: Record<string, number> = {}): Candidate {
  return { marketId: 1, components: [{ strategyId: "yield-bollinger", strategyParams }] };
}

function planFor(candidate: Candidate, change: Partial<Draft> = {}): ReturnType<typeof toPlan> {
  return toPlan(candidate, { ...firstDraft(candidate, strategies), ...change }, strategies);
}

Deno.test("the units of a draft are those of a service", async () => {
  const datasets = await officialDatasets();
  const official = await makeEngine(datasets);
  const enqueue = [[20, 2]];
  const isGenerated = true;
  for (const holdout of [0, 0.3]) {
    for (const method of ["grid", "sobol"] as const) {
      const otherMarkets = holdout === 0 ? [] : [3, 2];
      const drawn = planFor(bollinger(), { method, count: 7, holdout, otherMarkets });
      if (drawn === null) throw new Error("there is no plan");
      const plan = method === "grid" ? drawn : { ...drawn, enqueue };
      const { units } = prepare(plan, TOP_DEFAULT, official, datasets);
      assertEquals(serviceUnits(plan, isGenerated), units);
      // Only an evaluation has edge, and that sees the bars of a hold-out too.
      if (holdout > 0) continue;
      const aimed = { ...plan, aim: "edge" as const };
      const { units: more, pathRuns } = prepare(aimed, TOP_DEFAULT, official, datasets);
      assert(pathRuns > 0);
      assertEquals(serviceUnits(aimed, isGenerated), more);
    }
  }
});

Deno.test("a plan of few runs and many bytes costs a unit per kilobyte, as in a service", () => {
  const text = "1 + ".repeat(10_000) + "1";
  const drawn = planFor({
    marketId: 1,
    components: [{ strategyId: "expression", strategyParams: { target: text, w: 1 } }],
  }, { method: "sobol", count: 1 });
  if (drawn === null) throw new Error("there is no plan");
  const plan = { ...drawn, evaluate: 0 };
  const order = { plan, topMax: TOP_DEFAULT, keepsPoints: false, basis: "" };
  const size = { total: 1, stages: 1, rangeMax: 256, topMax: 1, evaluations: 0, pathRuns: 0 };
  const { units } = chargeOf({ plan, ...size, units: 0, description: { columns: [] } }, order);
  const isGenerated = true;
  assertEquals(serviceUnits(plan, isGenerated), units);
  assertEquals(units, 41);
});

Deno.test("the first draft is a grid of 1,024 over the first two numeric parameters", () => {
  const plan = planFor(bollinger());
  assert(plan !== null);
  assertEquals(plan.axes.map(({ path }) => path), [
    "/components/0/strategyParams/window",
    "/components/0/strategyParams/k",
  ]);
  assertEquals([candidateCount(plan), plan.aim, plan.windows.kind], [1024, "score", "whole"]);
  assertEquals(axisUnits(plan, strategies), ["days", "standard deviations"]);
});

Deno.test("the plan of a draft is valid for the search command, for every strategy", () => {
  for (const { strategyId } of strategies.filter(({ parameters }) => parameters.length > 0)) {
    const candidate = { marketId: 1, components: [{ strategyId }] };
    const plan = planFor(candidate);
    if (plan === null) continue;
    assertEquals(SearchPlanSchema.parse(plan), plan);
    const draw = { draw: { method: "grid" }, window: null } as const;
    assertEquals(describePlan(engine, plan, draw, []).count, candidateCount(plan), strategyId);
  }
});

Deno.test("parameters of all components can be searched, randomly or evenly, with a hold-out", () => {
  const both = {
    marketId: 1,
    components: [{ strategyId: "yield-bollinger" }, { strategyId: "yield-rsi" }],
  };
  const first = firstDraft(both, strategies);
  const free = freeParameters(both, strategies, first.axes);
  const rsi = free.find(({ component, parameter: { type } }) =>
    component === 1 && type !== "string"
  );
  assert(rsi !== undefined && !free.some(({ parameter }) => parameter.name === "window"));
  const draft = withAxis(first, 1, rsi.parameter.name);
  assert(draft.axes.every(({ steps }) => steps <= 8), "a grid of three stays small");
  const plan = toPlan(both, { ...draft, method: "sobol", count: 500, holdout: 0.3 }, strategies);
  assert(plan !== null);
  assertEquals(plan.method, { kind: "sobol", count: 500, seed: 0 });
  assertEquals(plan.windows, { kind: "holdout", share: 0.3, purge: 0, embargo: 0 });
  assert(plan.axes.every((axis) => "min" in axis));
  assertEquals(SearchPlanSchema.parse(plan), plan);
});

Deno.test("a draft with an impossible number has no plan, and names the number", () => {
  const draft: Draft = { ...firstDraft(bollinger(), strategies), method: "random", count: 1e6 };
  assertEquals(toPlan(bollinger(), draft, strategies), null);
  assertEquals(draftFaults(bollinger(), draft, strategies), [
    "Candidates must be a whole number from 1 to 65536",
  ]);
});

Deno.test("other markets and an early end are parts of the plan", () => {
  const plan = planFor(bollinger(), { otherMarkets: [3, 1, 2], marketsBy: "worst" });
  assertEquals(plan?.markets, { ids: [1, 2, 3], by: "worst" });
  assertEquals(planFor(bollinger(), { otherMarkets: [1] })?.markets, undefined);
  const drawn = planFor(bollinger(), { method: "sobol", count: 9_000, patience: 4_096 });
  assertEquals(drawn?.method, { kind: "sobol", count: 9_000, seed: 0, patience: 4_096 });
  assertEquals(planFor(bollinger(), { patience: 4_096 })?.method, { kind: "grid" });
});

Deno.test("a draft is kept while the strategies of the candidate stay the same", () => {
  const draft: Draft = { ...firstDraft(bollinger(), strategies), aim: "sharpe" };
  keepDraft(draft, bollinger());
  assertEquals(draftFor(bollinger({ k: 2 }), strategies).aim, "sharpe");
  const other = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
  assertEquals(draftFor(other, strategies).aim, "score");
});

Deno.test("a plan belongs to candidates that differ from its base on the axes alone", () => {
  const plan = planFor(bollinger(), {
    axes: [{ component: 0, name: "k", range: null, steps: 4 }],
  });
  assert(plan !== null);
  const isOf = (candidate: Candidate): boolean => searchesAround(plan, candidate, strategies);
  assert(isOf(bollinger()) && isOf(bollinger({ k: 2 })) && isOf(bollinger({ window: 20 })));
  assert(!isOf(bollinger({ window: 30 })), "another window");
  assert(!isOf({ ...bollinger(), marketId: 2 }), "another market");
  assert(!isOf({ ...bollinger(), timeframe: "daily" }), "another timeframe");
  assert(!isOf({ ...bollinger(), capital: "5" }), "another capital");
  assert(isOf(candidateAt(plan, [1.5])));
});

Deno.test("a plan survives the address, and malformed plans are rejected", () => {
  const plan = planFor(bollinger());
  assert(plan !== null);
  const hash = withPlan("#/workbench/sweep?candidate=x", plan);
  assertEquals(readPlan(hash, bollinger()), plan);
  assertEquals(withPlan(hash, plan), hash, "one plan takes the place of another");
  for (const wrong of ["%7B", "%7B%7D", '{"axes":[{"path":"/marketId"}],"constraints":[]}']) {
    assertEquals(readPlan(`#/workbench/sweep?plan=${wrong}`, bollinger()), null);
  }
});

Deno.test("the form of a plan from an address makes the same plan again", () => {
  const base = bollinger();
  const first = firstDraft(base, strategies);
  const grid: Draft = {
    ...first,
    axes: first.axes.map((axis, at) => ({ ...axis, range: { from: 1, to: 2 + at }, steps: 5 })),
    constraints: [{ figure: "fills", min: 4 }],
    holdout: 0.3,
    otherMarkets: [2],
    marketsBy: "worst",
  };
  for (
    const draft of [first, grid, { ...grid, method: "sobol", count: 77, patience: 50 } as const]
  ) {
    const plan = toPlan(base, draft, strategies);
    assert(plan !== null);
    assertEquals(toPlan(base, draftOf(plan), strategies), plan);
  }
});
