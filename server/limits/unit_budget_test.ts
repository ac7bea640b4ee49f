import { assertEquals } from "@std/assert";
import { UnitBudget } from "./unit_budget.ts";

const POLICY = { units: 50, windowMs: 1000 };

Deno.test("charge() lets exactly the units of a second through", () => {
  // [at, cost, what comes of it: true, or the wait]
  const steps: [number, number, true | number | null][] = [
    [0, 30, true],
    [10, 20, true],
    [10, 1, 990], // 30 units leave at 1000
    [999, 30, 1],
    [1000, 30, true],
    [1000, 1, 10], // 20 units leave at 1010
    [1010, 21, 990], // 20 are free; the 30 of 1000 leave at 2000
    [1010, 15, true],
    [1010, 5, true],
    [1010, 51, null], // never
  ];
  const budget = new UnitBudget(POLICY);
  for (const [nowMs, units, expected] of steps) {
    const decision = budget.charge(nowMs, units);
    assertEquals(decision.allowed || decision.retryAfterMs, expected, `${units} at ${nowMs}`);
  }
});

Deno.test("charge() says what is left when it refuses", () => {
  const budget = new UnitBudget(POLICY);
  budget.charge(0, 45);
  assertEquals(budget.charge(1, 6), { allowed: false, remaining: 5, retryAfterMs: 999 });
});

Deno.test("remaining() counts a charge in [t, t + window)", () => {
  const budget = new UnitBudget(POLICY);
  budget.charge(5, 20);
  assertEquals([5, 1004, 1005].map((nowMs) => budget.remaining(nowMs)), [30, 30, 50]);
});

Deno.test("allInMs() says when the newest charge leaves", () => {
  const budget = new UnitBudget(POLICY);
  assertEquals(budget.allInMs(0), null);
  budget.charge(0, 1);
  budget.charge(500, 1);
  assertEquals([600, 1000, 1500].map((nowMs) => budget.allInMs(nowMs)), [900, 500, null]);
});

Deno.test("a charge leaves exactly a window after it, also in parts of a millisecond", () => {
  const budget = new UnitBudget(POLICY);
  budget.charge(0.5, 50);
  assertEquals(budget.allInMs(0.5), 1000);
  assertEquals([1000.4, 1000.5].map((nowMs) => budget.remaining(nowMs)), [0, 50]);
});

Deno.test("charges of one millisecond leave together, with the last of them", () => {
  const budget = new UnitBudget(POLICY);
  budget.charge(0.25, 20);
  budget.charge(0.75, 30);
  assertEquals([1000.5, 1000.75].map((nowMs) => budget.remaining(nowMs)), [0, 50]);
});
