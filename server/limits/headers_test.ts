import { assertEquals } from "@std/assert";
import { policyField, remainingField } from "./headers.ts";

Deno.test("policyField() names every limit as a structured field", () => {
  assertEquals(
    policyField({
      budget: { units: 50, windowMs: 1000 },
      slots: { simulations: 2, evaluations: 4 },
    }),
    '"compute";q=50;w=1;arena-unit="compute-units", ' +
      '"simulations";q=2;qu="concurrent-requests", "evaluations";q=4;qu="concurrent-requests"',
  );
});

Deno.test("policyField() rounds a window up to whole seconds", () => {
  const slots = { simulations: 2, evaluations: 4 };
  const windows = [1, 1000, 1001, 2000].map((windowMs) => {
    return /;w=(\d+);/.exec(policyField({ budget: { units: 50, windowMs }, slots }))?.[1];
  });
  assertEquals(windows, ["1", "1", "2", "2"]);
});

Deno.test("standingField() rounds the seconds until the whole budget is back up", () => {
  const slots = { simulations: 1, evaluations: 4 };
  assertEquals(
    remainingField({ units: 20, fullInMs: 1, slots }),
    '"compute";r=20;t=1, "simulations";r=1, "evaluations";r=4',
  );
  assertEquals(
    remainingField({ units: 50, fullInMs: null, slots }),
    '"compute";r=50, "simulations";r=1, "evaluations";r=4',
  );
  const waits = [1, 1000, 1001, 2000].map((fullInMs) => {
    return /;t=(\d+),/.exec(remainingField({ units: 20, fullInMs, slots }))?.[1];
  });
  assertEquals(waits, ["1", "1", "2", "2"]);
});
