import { assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../../../contracts/plan.ts";
import { beginWith, ownFields } from "./own_points.ts";

const OWN = "/components/0/strategyParams/";

const PLAN = SearchPlanSchema.parse({
  base: {
    marketId: 1,
    components: [{ strategyId: "yield-rsi", strategyParams: { period: 9 } }],
  },
  axes: [
    { path: `${OWN}period`, min: 2, max: 30 },
    { path: `${OWN}field`, values: ["logYield", "impliedApy"] },
  ],
  method: { kind: "sobol", count: 64 },
});

const fieldsOf = (point: Readonly<Record<string, number | string>>) =>
  ownFields(PLAN, point, (_, name) => name === "field" ? "logYield" : 14);

function candidate(period: number, field = "logYield"): Parameters<typeof beginWith>[2] {
  const strategyParams = { period, field };
  return [{
    candidate: { marketId: 1, components: [{ strategyId: "yield-rsi", strategyParams }] },
  }];
}

Deno.test("a candidate to try first has a value of every axis, at first those of the workbench", () => {
  assertEquals(fieldsOf({}), [
    { path: `${OWN}period`, name: "Period", choices: null, value: 9 },
    {
      path: `${OWN}field`,
      name: "Read the yield as (field)",
      choices: ["logYield", "impliedApy"],
      value: "logYield",
    },
  ]);
  assertEquals(fieldsOf({ [`${OWN}period`]: 3, [`${OWN}gone`]: 5 })[0]?.value, 3);
});

Deno.test("own candidates come first, then the best of the last sweep within the ranges", () => {
  const last = [...candidate(7) ?? [], ...candidate(99) ?? []];
  const { plan, faults } = beginWith(PLAN, [fieldsOf({ [`${OWN}period`]: 3 })], last);
  assertEquals(faults, []);
  assertEquals(plan.enqueue, [
    { [`${OWN}period`]: 3, [`${OWN}field`]: "logYield" },
    { [`${OWN}period`]: 7, [`${OWN}field`]: "logYield" },
  ]);
  assertEquals(SearchPlanSchema.parse(plan), plan);
});

Deno.test("a value outside its range is named, and so is a sweep that has nothing to continue", () => {
  assertEquals(beginWith(PLAN, [fieldsOf({}), fieldsOf({ [`${OWN}period`]: 99 })], null).faults, [
    "Candidate 2 to try first: Period is 99, must be a number from 2 to 30",
  ]);
  assertEquals(beginWith(PLAN, [], candidate(99)).faults, [
    "The last sweep cannot be continued: none of its best is within the ranges above",
  ]);
});

Deno.test("a grid tries its own candidates alone", () => {
  const grid = { ...PLAN, method: { kind: "grid" } } as const;
  assertEquals(beginWith(grid, [fieldsOf({})], candidate(7)), { plan: grid, faults: [] });
});
