import { assertEquals } from "@std/assert";
import { deepestFall } from "./exposure.ts";

Deno.test("the drawdown is the largest fall from a peak", () => {
  assertEquals(deepestFall(Float64Array.of(1, 1.1, 1.1, 2.2, 1.1), 0), 0.5);
});
