import { assertEquals } from "@std/assert";
import { scoringWindow } from "./scoring_window.ts";

Deno.test("scoringWindow() scores everything when the dataset is not longer than the warmup", () => {
  assertEquals(scoringWindow(720, "hourly"), { totalBars: 720, tradeStartIndex: 0 });
  assertEquals(scoringWindow(30, "daily"), { totalBars: 30, tradeStartIndex: 0 });
});

Deno.test("scoringWindow() leaves the warmup out when the dataset is longer", () => {
  assertEquals(scoringWindow(721, "hourly"), { totalBars: 721, tradeStartIndex: 720 });
  assertEquals(scoringWindow(182, "daily"), { totalBars: 182, tradeStartIndex: 30 });
});
