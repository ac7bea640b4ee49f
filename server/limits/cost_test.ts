import { assertEquals } from "@std/assert";
import { componentsWithin, simulationCost } from "./cost.ts";

Deno.test("componentsWithin() counts whole components that the units pay for", () => {
  const units = [0, 9, 10, 19, 20, 50, 59];
  assertEquals(units.map(componentsWithin), [0, 0, 1, 1, 2, 5, 5]);
});

Deno.test("the units pay for componentsWithin() components, and not for one more", () => {
  for (let units = 0; units < 200; units++) {
    const count = componentsWithin(units);
    const canPay = [count, count + 1].map((many) => simulationCost(many) <= units);
    assertEquals(canPay, [true, false], `${units} units`);
  }
});
