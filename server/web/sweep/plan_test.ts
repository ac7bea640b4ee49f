import { assert, assertEquals } from "@std/assert";
import { okValue } from "../../engine/wire.ts";
import { CatalogueSchema } from "../../engine/wire_schemas.ts";
import { makeEngine } from "../../../tests/support/arena.ts";
import { makeDatasets } from "../../../tests/support/datasets.ts";
import { read } from "../engine/answers.ts";
import type { SweepError, SweepPoint } from "../engine/messages.ts";
import { axisOf, isPlanOf, type Plan, planSweep, rangeOf } from "./plan.ts";
import { isPoint } from "./run.ts";
import type { Sweep } from "./session.ts";
import { outcomeText, progressText, skippedTexts } from "./texts.ts";

const engine = await makeEngine();
for (const dataset of await makeDatasets()) engine.addDataset(dataset);
const { strategies } = okValue(CatalogueSchema, engine.strategyCatalogue());

function tableOf(id: string): typeof strategies[number] {
  const found = strategies.find(({ strategyId }) => strategyId === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
}

function parameterOf(id: string, wanted: string): typeof strategies[number]["parameters"][number] {
  const found = tableOf(id).parameters.find(({ name }) => name === wanted);
  if (found === undefined) throw new Error(`no ${wanted}`);
  return found;
}

Deno.test("an axis has the ends of the catalogue's range and readable values between", () => {
  const k = parameterOf("yield-bollinger", "k");
  assertEquals(axisOf(k, null, 8, "hourly").values, [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4]);
  assertEquals(axisOf(k, { from: 1, to: 2 }, 4, "hourly").values, [1, 1.33, 1.67, 2]);
});

Deno.test("a window begins at its least bars, in days of the timeframe", () => {
  const window = parameterOf("yield-bollinger", "window");
  assertEquals(rangeOf(window, "hourly"), { from: 5 / 24, to: 120 });
  assertEquals(rangeOf(window, "daily"), { from: 5, to: 120 });
  const { values } = axisOf(window, null, 3, "hourly");
  assertEquals(values, [5 / 24, 60, 120]);
  const odd = { from: 0.3, to: 0.49 };
  assertEquals(axisOf(window, odd, 9, "hourly").values, [8 / 24, 9 / 24, 10 / 24, 11 / 24]);
});

Deno.test("an axis of names has all of them, one of few integers has no value twice", () => {
  assertEquals(axisOf(parameterOf("yield-bollinger", "field"), null, 9, "hourly").values, [
    "logYield",
    "impliedApy",
  ]);
  const integer = {
    name: "n",
    description: "",
    unit: null,
    type: "integer" as const,
    defaultValue: 1,
    constraints: { minimum: 1, maximum: 3 },
  };
  assertEquals(axisOf(integer, null, 10, "daily").values, [1, 2, 3]);
});

/** Returns what the engine makes of each cell of a map. */
function swept({ cells }: Plan): readonly (SweepPoint | SweepError)[] {
  const request = new TextEncoder().encode(JSON.stringify({ candidates: cells }));
  return read<{ points: readonly (SweepPoint | SweepError)[] }>(engine.sweep(request)).points;
}

/** Returns how many cells of a map the engine runs. */
function ranCount(plan: Plan): number {
  return swept(plan).filter(isPoint).length;
}

/** Returns a finished sweep of a map. */
function sweepOf(plan: Plan): Sweep {
  const outcomes = swept(plan);
  return {
    plan,
    outcomes,
    doneCount: outcomes.length,
    ranCount: outcomes.filter(isPoint).length,
    cores: 1,
    elapsedMs: 1000,
    state: "finished",
    failure: null,
    best: null,
    bestScored: null,
  };
}

Deno.test("the engine skips what breaks a relation, and the map says which one", () => {
  const { relations } = tableOf("yield-bollinger");
  const candidate = { marketId: 1 as const, components: [{ strategyId: "yield-bollinger" }] };
  const [k, exitK] = ["k", "exitK"].map((name) =>
    axisOf(parameterOf("yield-bollinger", name), { from: 0.5, to: 2 }, 4, "hourly")
  );
  assert(k !== undefined && exitK !== undefined);
  const sweep = sweepOf(planSweep(candidate, 0, relations, [k, exitK]));
  const ran = sweep.outcomes.map(isPoint);
  assertEquals(ran.slice(0, 4), [true, true, true, true]);
  assertEquals(ran.slice(12), [false, false, false, true]);
  assertEquals(outcomeText(sweep, 12), "skipped, exitK must be at most k");
  assert(skippedTexts(sweep).includes("6 cells: exitK must be at most k"));
  assertEquals(progressText(sweep), "10 candidates in 1.00 s, 10/s on 1 core");
});

Deno.test("a parameter that is not swept takes part in a relation with its value or default", () => {
  const { relations } = tableOf("yield-bollinger");
  const axis = axisOf(parameterOf("yield-bollinger", "exitK"), { from: 0, to: 2 }, 3, "hourly");
  const strategyParams = { k: 0.5 };
  const own = [{ strategyId: "yield-bollinger", strategyParams }];
  const count = (components: { strategyId: string }[], shared = {}): number =>
    ranCount(planSweep({ marketId: 1, components, ...shared }, 0, relations, [axis]));
  assertEquals(count([{ strategyId: "yield-bollinger" }]), 2, "the default of k is 1.5");
  assertEquals(count(own), 1);
  assertEquals(count([{ strategyId: "yield-bollinger" }], { strategyParams }), 1);
});

Deno.test("of a plan of any strategy the engine refuses nothing but broken relations", () => {
  for (const { strategyId, parameters, relations } of strategies) {
    for (const timeframe of ["hourly", "daily"] as const) {
      const [first, second] = parameters.filter(({ type }) => type !== "string")
        .map((parameter) => axisOf(parameter, null, 13, timeframe));
      if (first === undefined) continue;
      const candidate = { marketId: 1 as const, timeframe, components: [{ strategyId }] };
      const axes = second === undefined ? [first] as const : [first, second] as const;
      const outcomes = swept(planSweep(candidate, 0, relations, axes));
      assert(outcomes.some(isPoint), strategyId);
      for (const outcome of outcomes) {
        const codes = isPoint(outcome) ? [] : outcome.fieldErrors.map(({ code }) => code);
        assertEquals(codes.filter((code) => code !== "relation"), [], strategyId);
      }
    }
  }
});

Deno.test("a plan is of a candidate that differs from it in the axes alone", () => {
  const { relations } = tableOf("yield-bollinger");
  const axis = axisOf(parameterOf("yield-bollinger", "k"), null, 4, "hourly");
  const bollinger = (strategyParams: Record<string, number>): Plan["of"] => {
    return { marketId: 1, components: [{ strategyId: "yield-bollinger", strategyParams }] };
  };
  const plan = planSweep(bollinger({}), 0, relations, [axis]);
  const isOf = (candidate: Plan["of"]): boolean => isPlanOf(plan, candidate, strategies);
  assert(isOf(bollinger({})) && isOf(bollinger({ k: 2 })) && isOf(bollinger({ window: 20 })));
  assert(!isOf(bollinger({ window: 30 })), "another window");
  assert(!isOf({ ...bollinger({}), marketId: 2 }), "another market");
  assert(!isOf({ ...bollinger({}), timeframe: "daily" }), "another timeframe");
  assert(!isOf({ ...bollinger({}), capital: "5" }), "another capital");
});
