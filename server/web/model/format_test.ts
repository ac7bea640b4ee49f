import { assertEquals } from "@std/assert";
import * as format from "./format.ts";

Deno.test("numbers have a typographic minus, and no sign if they round to zero", () => {
  assertEquals(format.fixed(-1.234), "−1.23");
  assertEquals(format.fixed(-0.001), "0.00");
  assertEquals(format.percent(-0.0508, 1), "−5.1 %");
  assertEquals(format.percent(-0.00001), "0.00 %");
  assertEquals([format.fixed(null), format.percent(null)], ["–", "–"]);
});

Deno.test("an axis is as precise as its values", () => {
  assertEquals([102_500, 3_105_000, -1_000_000].map(format.moneyAxis), [
    "102,500",
    "3.105M",
    "−1M",
  ]);
  assertEquals([0.05, 0.005, -0.0005].map(format.percentAxis), ["5 %", "0.5 %", "−0.05 %"]);
});

Deno.test("times are UTC, days at midnight", () => {
  const [day, hour] = [86_400_000, 3_600_000];
  const at = Date.UTC(2026, 1, 3);
  assertEquals(format.time(at + 14 * hour), "3 Feb 2026, 14:00 UTC");
  assertEquals([format.tick(at, 30 * day), format.tick(at, day)], ["Feb 2026", "3 Feb"]);
  assertEquals([format.tick(at, hour), format.tick(at + hour, hour)], ["3 Feb", "01:00"]);
});

Deno.test("a count has its noun", () => {
  assertEquals([format.counted(1, "bar"), format.counted(2000, "bar")], ["1 bar", "2,000 bars"]);
});
