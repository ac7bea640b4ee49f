import { assertEquals, assertThrows } from "@std/assert";
import type { DatasetSummary } from "../contracts/types.ts";
import { type OfficialDataset, toMarkets } from "./markets.ts";

function dataset(changes: Partial<DatasetSummary> = {}): OfficialDataset {
  return {
    provenance: "synthetic",
    summary: {
      marketId: 2,
      marketKey: "susdf",
      timeframe: "hourly",
      bars: 9,
      firstTimestamp: "2026-01-01T01:00:00Z",
      lastTimestamp: "2026-01-01T09:00:00Z",
      expiry: "2026-02-01T00:00:00Z",
      farExpiry: null,
      features: ["volume"],
      datasetHash: "0".repeat(64),
      warmupBars: 0,
      scoredBars: 9,
      benchmarkUtility: 0.1,
      idleUtility: 0.05,
      maxTradableCapital: 1e6,
      ...changes,
    },
  };
}

Deno.test("toMarkets() joins the two timeframes of a market", () => {
  const [market, ...others] = toMarkets([dataset({ timeframe: "daily", bars: 3 }), dataset()]);
  assertEquals(others, []);
  assertEquals([market?.id, market?.key, market?.name], [2, "susdf", "sUSDf"]);
  const { expiry, farExpiry, features, protocol } = market ?? {};
  assertEquals([expiry, farExpiry, features, protocol], [
    "2026-02-01T00:00:00Z",
    null,
    ["volume"],
    "pendle",
  ]);
  assertEquals(market?.timeframes.daily, {
    bars: 3,
    provenance: "synthetic",
    datasetHash: "0".repeat(64),
    firstTimestamp: "2026-01-01T01:00:00Z",
    lastTimestamp: "2026-01-01T09:00:00Z",
    warmupBars: 0,
    scoredBars: 9,
    maxTradableCapital: 1e6,
    benchmarkUtility: 0.1,
    idleUtility: 0.05,
  });
  assertEquals([market?.timeframes.hourly.bars, market?.timeframes.daily.bars], [9, 3]);
});

Deno.test("toMarkets() refuses half a market and two halves of different ones", () => {
  assertThrows(() => toMarkets([dataset()]), Error, "must have an hourly and a daily dataset");
  assertThrows(() => toMarkets([dataset({ timeframe: "daily" })]), Error, "must have an hourly");
  const others = [{ features: [] }, { expiry: "2026-02-02T00:00:00Z" }];
  for (const other of others) {
    const daily = dataset({ timeframe: "daily", ...other });
    assertThrows(() => toMarkets([dataset(), daily]), Error, "disagree on expiry or features");
  }
});
