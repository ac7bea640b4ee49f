import { assertEquals } from "@std/assert";
import { SearchPlanSchema } from "../../../../contracts/plan.ts";
import { FORMAT, restoreFinished, type Saved } from "./saved_sweep.ts";

Deno.test("a sweep that another version of the page has stored is not shown", () => {
  const plan = SearchPlanSchema.parse({
    base: { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
    axes: [{ path: "/components/0/strategyParams/period", min: 2, max: 14, steps: 13 }],
  });
  const saved = { plan, names: [], statuses: [], ranges: [], format: FORMAT } as unknown as Saved;
  assertEquals(restoreFinished(saved)?.plan, plan);
  const { format: _, ...before } = saved;
  assertEquals(restoreFinished(before as Saved), null);
});
