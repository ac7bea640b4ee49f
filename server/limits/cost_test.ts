import { assertEquals } from "@std/assert";
import { componentsWithin, simulationCost } from "./cost.ts";

Deno.test("componentsWithin() counts the components that can be paid, none of them in part", () => {
  const units = [0, 9, 10, 19, 20, 50, 59];
  assertEquals(units.map(componentsWithin), [0, 0, 1, 1, 2, 5, 5]);
});

Deno.test("what componentsWithin() allows can be paid, and one more cannot", () => {
  for (let units = 0; units < 200; units++) {
    const count = componentsWithin(units);
    const canPay = [count, count + 1].map((many) => simulationCost(many) <= units);
    assertEquals(canPay, [true, false], `${units} units`);
  }
});
