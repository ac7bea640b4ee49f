import { assertEquals } from "@std/assert";
import { gainOver } from "./exposure.ts";
import { overHold } from "./score.ts";

Deno.test("the money earned over Hold is the last value of the chart of differences", () => {
  const equity = Float64Array.of(100_000, 104_000, 109_000);
  const hold = Float64Array.of(1, 1.03, 1.0737);
  const run = { portfolio: { equity }, candidate: { capital: "100000" } } as unknown as Parameters<
    typeof overHold
  >[0];
  assertEquals(overHold(run, { hold }).toFixed(4), "0.0163");
  assertEquals(overHold(run, { hold }), gainOver(equity, hold, 100_000).at(-1));
});
