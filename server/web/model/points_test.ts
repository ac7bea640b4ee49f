import { assertEquals } from "@std/assert";
import { pointsOf, totalOf } from "./points.ts";

const ZERO = { annualizedMeanReturn: 0, maxDrawdown: 0, cvar: 0, turnover: 0, executionCost: 0 };
const breakdown = {
  strategy: { ...ZERO, annualizedMeanReturn: 0.09, turnover: -0.01 },
  benchmark: { ...ZERO, annualizedMeanReturn: 0.085, turnover: -0.005 },
  idle: { ...ZERO, annualizedMeanReturn: 0.06 },
};

Deno.test("points are the terms as hundredths of Hold's utility and sum to the scores", () => {
  const points = pointsOf({ breakdown, benchmarkUtility: 0.08 }, 1e-4);
  const turnover = points.find(({ term }) => term === "turnover");
  assertEquals(turnover, { term: "turnover", strategy: -12.5, benchmark: -6.25, idle: 0 });
  const total = totalOf(points);
  const rounded = [total.strategy, total.benchmark, total.idle].map(Math.round);
  assertEquals(rounded, [100, 100, 75]);
});

Deno.test("a utility of Hold under the floor is replaced by it", () => {
  const [first] = pointsOf({ breakdown, benchmarkUtility: -0.2 }, 1e-4);
  assertEquals(Math.round(first?.strategy ?? 0), 90_000);
});
