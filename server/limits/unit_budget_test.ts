import { assert, assertEquals } from "@std/assert";
import { heapBytes } from "../testing/heap.ts";
import { UnitBudget } from "./unit_budget.ts";

const POLICY = { units: 50, windowMs: 1000 };

Deno.test("charge() returns the remaining units when it refuses", () => {
  const budget = new UnitBudget(POLICY);
  budget.charge(0, 45);
  assertEquals(budget.charge(1, 6), { allowed: false, remaining: 5, retryAfterMs: 999 });
});

Deno.test("bill() charges more than is left, and further charges wait for the rest", () => {
  const budget = new UnitBudget(POLICY);
  budget.charge(0, 45);
  budget.bill(100, 20);
  assertEquals(budget.remaining(100), 0);
  assertEquals(budget.charge(100, 1), { allowed: false, remaining: 0, retryAfterMs: 900 });
  assertEquals([1000, 1100].map((nowMs) => budget.remaining(nowMs)), [30, 50]);
});

Deno.test("allInMs() returns the time until the newest charge leaves", () => {
  const budget = new UnitBudget(POLICY);
  assertEquals(budget.fullInMs(0), null);
  budget.charge(0, 1);
  budget.charge(500, 1);
  assertEquals([600, 1000, 1500].map((nowMs) => budget.fullInMs(nowMs)), [900, 500, null]);
});

Deno.test("charges of different milliseconds leave separately, however close", () => {
  const budget = new UnitBudget(POLICY);
  budget.charge(0.75, 20);
  budget.charge(1, 30);
  assertEquals([1000.5, 1000.75, 1001].map((nowMs) => budget.remaining(nowMs)), [0, 20, 50]);
});

Deno.test("waitFor() is 0 for units that fit, to the unit, and null for units that never fit", () => {
  const budget = new UnitBudget(POLICY);
  const waits = (): (number | null)[] => [20, 21, 50, 51].map((units) => budget.waitFor(10, units));
  assertEquals(waits(), [0, 0, 0, null]);
  budget.charge(0, 10);
  budget.charge(10, 20);
  assertEquals(waits(), [0, 990, 1000, null]);
});

Deno.test("a wait is the fewest milliseconds that suffice when the clock rounds", () => {
  const budget = new UnitBudget(POLICY);
  budget.charge(24.4, 50);
  // The difference is 975.0000000000001, but the rounded sum is reached after 975.
  assertEquals([1024.4 - 49.4 > 975, 49.4 + 975 >= 1024.4], [true, true]);
  assertEquals([budget.fullInMs(49.4), budget.remaining(49.4 + 975)], [975, 50]);
});

Deno.test("charges that left the window take no memory", () => {
  const budget = new UnitBudget({ units: 50, windowMs: 1 });
  const before = heapBytes();
  for (let nowMs = 0; nowMs < 100_000; nowMs++) budget.charge(nowMs, 1);
  // A hundred thousand charges that stay take 6 MB.
  assert(heapBytes() - before < 1e6);
  assertEquals(budget.remaining(99_999), 49);
});
