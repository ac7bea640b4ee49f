import { assertEquals } from "@std/assert";
import type { SearchPlan } from "../../contracts/plan.ts";
import { axisName, axisNameWithKey } from "./axis_name.ts";

const base = {
  marketId: 1,
  components: ["yield-bollinger", "yield-stochastic"].map((strategyId) => ({ strategyId })),
} as SearchPlan["base"];

Deno.test("of several components, an axis names its own", () => {
  const axis = { path: "/components/1/strategyParams/k", values: [1, 2] };
  assertEquals(axisName({ base }, axis), "Range window of 2");
  assertEquals(axisNameWithKey({ base }, axis), "Range window of 2 (k)");
  assertEquals(axisName({ base }, { path: "/marketId", values: [1] }), "marketId");
});
