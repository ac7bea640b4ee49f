import { assertEquals } from "@std/assert";
import { nearestText } from "./nearest.ts";

Deno.test("the nearest name differs in few letters, as in the engine", () => {
  const names = ["yield-rsi", "yield-macd", "period"];
  const cases = {
    "yield-rsy": "; the nearest is yield-rsi",
    "preiod": "; the nearest is period",
    "perod": "; the nearest is period",
    "eriod": "; the nearest is period",
    "yieldmac": "; the nearest is yield-macd",
    "momentum": "",
    "": "",
  };
  for (const [wrong, nearest] of Object.entries(cases)) {
    assertEquals(nearestText(wrong, names), nearest, wrong);
  }
});
