import { assertEquals } from "@std/assert";
import type { SearchPlan } from "../../contracts/plan.ts";
import { coordinatesText, skippedTexts, unitsText } from "./texts.ts";
import type { Strategy } from "../views/workbench/sweep/draft.ts";

const axisOf = (component: number, key: string): SearchPlan["axes"][number] => ({
  path: `/components/${component}/strategyParams/${key}`,
  values: [1, 2],
});
const planOf = (strategyIds: readonly string[], axes: SearchPlan["axes"]): SearchPlan =>
  ({
    base: { marketId: 1, components: strategyIds.map((strategyId) => ({ strategyId })) },
    axes,
  }) as unknown as SearchPlan;

const ONE = planOf(["yield-bollinger"], [axisOf(0, "window"), axisOf(0, "k")]);

Deno.test("coordinates of a sweep have the names of the knobs", () => {
  const units = ["days", "standard deviations"];
  assertEquals(
    coordinatesText(ONE, [20, 1.5], units),
    "Window 20 days, Entry 1.5 standard deviations",
  );
  assertEquals(unitsText(ONE, units), "Window in days, Entry (k) in standard deviations");
});

Deno.test("a broken rule between two knobs names both", () => {
  const relations = [{ left: "exitK", right: "k", message: "exitK must be at most k" }];
  const strategies = [{ strategyId: "yield-bollinger", relations }] as unknown as Strategy[];
  const counts = new Map([["relation", 3]]);
  assertEquals(skippedTexts({ plan: ONE, counts }, strategies), [
    "3 candidates skipped: Exit must be at most Entry",
  ]);
});
