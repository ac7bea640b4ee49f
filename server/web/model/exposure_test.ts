import { assertEquals } from "@std/assert";
import { drawdownOf } from "./exposure.ts";

Deno.test("the drawdown is the largest fall from a peak", () => {
  assertEquals(drawdownOf(Float64Array.of(1, 1.1, 1.1, 2.2, 1.1), 0), 0.5);
});
