import { assertEquals } from "@std/assert";
import type { DatasetSummary } from "../contracts/types.ts";
import { type LoadedDataset, toMarkets } from "./markets.ts";

const PROVENANCE = { kind: "synthetic", generatorVersion: 2, seed: 7, passiveGap: 0.01 } as const;

function dataset(changes: Partial<DatasetSummary> = {}): LoadedDataset {
  return {
    name: "sUSDf",
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
      absent: [],
      estimated: [],
      scalarRoot: 22,
      pyIndex: null,
      provenance: PROVENANCE,
      datasetHash: "0".repeat(64),
      provenanceHash: "1".repeat(64),
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
    absent: [],
    estimated: [],
    scalarRoot: 22,
    pyIndex: null,
    provenance: PROVENANCE,
    datasetHash: "0".repeat(64),
    provenanceHash: "1".repeat(64),
    firstTimestamp: "2026-01-01T01:00:00Z",
    lastTimestamp: "2026-01-01T09:00:00Z",
    features: ["volume"],
    warmupBars: 0,
    scoredBars: 9,
    maxTradableCapital: 1e6,
    benchmarkUtility: 0.1,
    idleUtility: 0.05,
  });
  assertEquals([market?.timeframes.hourly?.bars, market?.timeframes.daily?.bars], [9, 3]);
});

Deno.test("a market has its datasets' timeframes, and the features common to them", () => {
  const daily = dataset({ timeframe: "daily", features: ["volume", "termStructure"] });
  const hourly = dataset({ features: ["termStructure", "liquidity"] });
  const [half] = toMarkets([daily]);
  assertEquals(Object.keys(half?.timeframes ?? {}), ["daily"]);
  assertEquals(half?.features, ["volume", "termStructure"]);
  const [whole] = toMarkets([hourly, daily]);
  assertEquals(whole?.features, ["termStructure"]);
  assertEquals(whole?.timeframes.hourly?.features, ["termStructure", "liquidity"]);
});

Deno.test("markets are ordered by id", () => {
  const markets = toMarkets([1000, 2, 1001].map((marketId) => dataset({ marketId })));
  assertEquals(markets.map(({ id }) => id), [2, 1000, 1001]);
});
