import { assert, assertEquals } from "@std/assert";
import { CatalogueSchema, okValue } from "../../engine/wire.ts";
import { makeEngine } from "../../../tests/support/arena.ts";
import { axisOf, planSweep, rangeOf, runCount } from "./plan.ts";

const engine = await makeEngine();
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

Deno.test("a map skips what breaks a relation and says which one", () => {
  const table = tableOf("yield-bollinger");
  const candidate = { marketId: 1 as const, components: [{ strategyId: "yield-bollinger" }] };
  const [k, exitK] = ["k", "exitK"].map((name) =>
    axisOf(parameterOf("yield-bollinger", name), { from: 0.5, to: 2 }, 4, "hourly")
  );
  assert(k !== undefined && exitK !== undefined);
  const plan = planSweep(candidate, 0, table, [k, exitK]);
  const faults = plan.cells.map(({ fault }) => fault);
  const no = "exitK must be at most k";
  assertEquals(faults.slice(0, 4), [null, null, null, null]);
  assertEquals(faults.slice(12), [no, no, no, null]);
  assertEquals(runCount(plan), 10);
});

Deno.test("a parameter that is not swept takes part in a relation with its value or default", () => {
  const table = tableOf("yield-bollinger");
  const axis = axisOf(parameterOf("yield-bollinger", "exitK"), { from: 0, to: 2 }, 3, "hourly");
  const strategyParams = { k: 0.5 };
  const own = [{ strategyId: "yield-bollinger", strategyParams }];
  const count = (components: { strategyId: string }[], shared = {}): number =>
    runCount(planSweep({ marketId: 1, components, ...shared }, 0, table, [axis]));
  assertEquals(count([{ strategyId: "yield-bollinger" }]), 2, "the default of k is 1.5");
  assertEquals(count(own), 1);
  assertEquals(count([{ strategyId: "yield-bollinger" }], { strategyParams }), 1);
});

Deno.test("what a plan runs of any strategy the engine takes", () => {
  for (const { strategyId, parameters, relations } of strategies) {
    for (const timeframe of ["hourly", "daily"] as const) {
      const [first, second] = parameters.filter(({ type }) => type !== "string")
        .map((parameter) => axisOf(parameter, null, 13, timeframe));
      if (first === undefined) continue;
      const candidate = { marketId: 1 as const, timeframe, components: [{ strategyId }] };
      const axes = second === undefined ? [first] as const : [first, second] as const;
      const plan = planSweep(candidate, 0, { parameters, relations }, axes);
      assert(runCount(plan) > 0, strategyId);
      for (const { candidate: swept } of plan.cells) {
        if (swept === null) continue;
        const answer = engine.check(new TextEncoder().encode(JSON.stringify(swept)));
        // Without a dataset every market is wrong; nothing else is.
        const text = new TextDecoder().decode(answer);
        assertEquals(/"path":"(\/components[^"]*)"/.exec(text)?.[1], undefined, text);
      }
    }
  }
});
