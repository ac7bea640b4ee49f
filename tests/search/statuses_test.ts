import { assertEquals } from "@std/assert";
import { edgeMarket } from "../../server/testing/planted_markets.ts";
import { searchIn } from "../../server/testing/planted_search.ts";

/** `fast` is at most 60 days, or 30 for the second strategy, and less than `slow`. */
const PLAN = {
  base: {
    marketId: 1,
    timeframe: "daily",
    components: [{ strategyId: "yield-sma-cross", strategyParams: { fast: 5, slow: 50 } }],
  },
  axes: [
    { path: "/components/0/strategyId", values: ["yield-sma-cross", "yield-kama"] },
    { path: "/components/0/strategyParams/fast", values: [10, 45, 55] },
  ],
  constraints: [],
  windows: { kind: "whole" },
};

Deno.test("a report counts all candidates by status, and the best is one that ran", async () => {
  const { candidates, top, luck } = await searchIn(edgeMarket(1), PLAN);
  const { ran, relation, out_of_range: outOfRange } = candidates.statuses;
  assertEquals({ ran, relation, outOfRange }, { ran: 3, relation: 1, outOfRange: 2 });
  assertEquals(candidates.inWindow, 6);
  assertEquals([top.length, luck?.tried], [3, 3], "what did not run was not tried");
});
