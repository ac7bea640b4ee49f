import { assertEquals } from "@std/assert";
import { AddressBudgets } from "./address_budget.ts";

const POLICY = { units: 10, windowMs: 1000, addressesMax: 2 };

Deno.test("charge() refuses what is over the budget until enough has come back", () => {
  const budgets = new AddressBudgets(POLICY);
  assertEquals([6, 4, 1].map((units) => budgets.charge("a", units, 0)), [null, null, 100]);
  // A refused charge costs nothing.
  assertEquals(budgets.charge("a", 1, 99), 1);
  assertEquals(budgets.charge("a", 1, 100), null);
  assertEquals(budgets.charge("a", 10, 100), 1000);
  assertEquals(budgets.charge("b", 10, 100), null);
});

Deno.test("charge() gives no more than the units of a window beyond the first, however it is cut", () => {
  const budgets = new AddressBudgets({ ...POLICY, units: 7 });
  let charged = 0;
  for (let nowMs = 0; nowMs < 10_000; nowMs += 3) {
    if (budgets.charge("a", 1, nowMs) === null) charged++;
  }
  assertEquals(charged, 7 + 7 * 10 - 1);
});

Deno.test("charge() takes a charge beyond the whole budget of a rested address", () => {
  const budgets = new AddressBudgets(POLICY);
  assertEquals(budgets.charge("a", 50, 0), null);
  assertEquals(budgets.charge("a", 50, 500), 500);
});

Deno.test("charge() forgets the address that was charged longest ago", () => {
  const budgets = new AddressBudgets(POLICY);
  for (const address of ["a", "b", "a", "c"]) budgets.charge(address, 5, 0);
  assertEquals([budgets.charge("a", 1, 0), budgets.charge("b", 10, 0)], [100, null]);
});
