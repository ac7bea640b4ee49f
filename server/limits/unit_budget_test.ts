import { assertEquals } from "@std/assert";
import { type BudgetLog, charge, EMPTY_LOG, remainingUnits } from "./unit_budget.ts";

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
    [1010, 20, true],
    [1010, 51, null], // never
  ];
  let log: BudgetLog = EMPTY_LOG;
  for (const [nowMs, units, expected] of steps) {
    const decision = charge(log, POLICY, nowMs, units);
    assertEquals(decision.allowed || decision.retryAfterMs, expected, `at ${nowMs}`);
    if (decision.allowed) log = decision.log;
  }
});

Deno.test("charge() says what is left when it refuses", () => {
  const first = charge(EMPTY_LOG, POLICY, 0, 45);
  const refused = first.allowed && charge(first.log, POLICY, 1, 6);
  assertEquals(refused, { allowed: false, remaining: 5, retryAfterMs: 999 });
});

Deno.test("remainingUnits() counts a charge in [t, t + window)", () => {
  const log = [{ atMs: 5, units: 20 }];
  assertEquals([5, 1004, 1005].map((nowMs) => remainingUnits(log, POLICY, nowMs)), [30, 30, 50]);
});
