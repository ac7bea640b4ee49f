import { assertEquals } from "@std/assert";
import { readEvents } from "./runs.ts";

Deno.test("numbers become events, and missing numbers are null", () => {
  const redemption = [2, 1, 40, 97.5, 100];
  const skip = [1, 0, 7, 3, 1, 5e6, 1, 0.5, 2, 1e6, NaN];
  assertEquals(readEvents(Float64Array.of(2, ...skip, ...redemption)), [
    {
      eventKind: "skipped_signal",
      component: 0,
      at: 7,
      bars: 3,
      limit: 1,
      notional: 5e6,
      side: "sell",
      signalTarget: 0.5,
      skipReason: "POOL_LIMIT",
      tvl: 1e6,
      value: null,
    },
    { eventKind: "redemption", component: 1, at: 40, notional: 97.5, units: 100 },
  ]);
  assertEquals(readEvents(Float64Array.of(0)), []);
});
