import { assertEquals } from "@std/assert";
import { axisFaults } from "./axis_faults.ts";

const WINDOW = {
  name: "window",
  title: "Window",
  description: "",
  unit: "days",
  defaultValue: 20,
  type: "window",
  constraints: { minimumBars: 5, maximum: 120 },
} as const;

function faults(from: number, to: number, steps: number): readonly string[] {
  return axisFaults({ range: { from, to }, steps }, WINDOW, "hourly");
}

Deno.test("an axis within its bounds can be swept, also with rounded ends", () => {
  assertEquals(axisFaults({ range: null, steps: 32 }, WINDOW, "hourly"), []);
  assertEquals(faults(0.2083, 120, 64), []);
  assertEquals(faults(1, 2, 2), []);
});

Deno.test("each fault in the numbers of an axis is a sentence", () => {
  assertEquals(faults(90, 10, 8), ["From is 90, must be below To, which is 10"]);
  assertEquals(faults(10, 10, 8), ["From is 10, must be below To, which is 10"]);
  assertEquals(faults(NaN, 500, 8.5), [
    "From is empty, must be a number from 0.208 to 120",
    "To is 500, must be from 0.208 to 120",
    "Steps is 8.5, must be a whole number from 2 to 64",
  ]);
  assertEquals(faults(-1, 5, 128), [
    "From is −1, must be from 0.208 to 120",
    "Steps is 128, must be a whole number from 2 to 64",
  ]);
});
