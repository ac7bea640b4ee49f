import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { z } from "zod";
import { TradesSimulationSchema } from "../../server/contracts/simulation.ts";
import { payloadOf } from "../../server/engine/answer.ts";
import { okValue } from "../../server/engine/wire.ts";
import { CatalogueSchema } from "../../server/engine/wire_schemas.ts";
import { candidates } from "../../server/testing/candidates.ts";
import { encoded } from "../../server/testing/encoded.ts";
import { goldenCandidate, goldenCases, goldenDataset } from "../../server/testing/golden.ts";
import { sampleOf } from "../../server/testing/nightly.ts";
import { makeEngine, officialDatasets } from "../../server/testing/official.ts";

type Simulation = z.infer<typeof TradesSimulationSchema>;
type Event = Simulation["events"][number];
type Skip = Extract<Event, { eventKind: "skipped_signal" }>;
type Trade = Extract<Event, { eventKind: "executed_trade" }>;

const CANDIDATE_COUNT = 120;
const SEED = 7;
const STEP_MS = { hourly: 3_600_000, daily: 86_400_000 };

const engine = await makeEngine(await officialDatasets());
const reasons = new Map<string, number>();

Deno.test("every veto of random candidates on the official datasets follows from the answer", () => {
  const catalogue = okValue(CatalogueSchema, engine.strategyCatalogue());
  const sample = fc.sample(candidates(catalogue), sampleOf(CANDIDATE_COUNT, SEED));
  for (const candidate of sample) checkRun(candidate);
});

Deno.test("every veto of the golden cases follows from the answer, and every reason occurs", async () => {
  for (const one of await goldenCases()) {
    engine.addDataset(goldenDataset(one));
    checkRun(goldenCandidate(one));
  }
  assertEquals([...reasons.keys()].toSorted(), [
    "MAX_ESTIMATED_SLIPPAGE",
    "MAX_TRADE_PCT_LIQUIDITY",
    "MIN_EDGE_TO_COST",
    "MIN_HOLD_BARS",
    "POOL_LIMIT",
  ]);
});

function checkRun(candidate: object): void {
  const { bytes } = engine.simulate(encoded({ view: "trades", simulationId: "s", candidate }));
  if (payloadOf(bytes) === null) return;
  const simulation = okValue(TradesSimulationSchema, bytes);
  const skips = simulation.events.filter((event) => event.eventKind === "skipped_signal");
  for (const skip of skips) {
    reasons.set(skip.skipReason, (reasons.get(skip.skipReason) ?? 0) + 1);
    CHECKS[skip.skipReason](skip, simulation);
  }
  const bars = skips.reduce((total, skip) => total + skip.bars, 0);
  assertEquals(bars, simulation.execution.skips);
}

const CHECKS: Readonly<Record<Skip["skipReason"], (skip: Skip, simulation: Simulation) => void>> = {
  MIN_HOLD_BARS: (skip, simulation) => {
    const { timeframe } = simulation.candidate;
    const [last] = fillsOf(simulation, skip.component).filter(({ timestamp }) =>
      timestamp < skip.timestamp
    ).toReversed();
    const since = Date.parse(skip.timestamp) - Date.parse(last?.timestamp ?? "");
    assertEquals(skip.value, since / STEP_MS[timeframe]);
    assertEquals(skip.limit, simulation.resolvedExecutionPolicy.minHoldBars[timeframe]);
    assert(skip.value !== null && skip.value < skip.limit);
  },
  MAX_TRADE_PCT_LIQUIDITY: (skip, simulation) => {
    const before = simulation.events.filter((event) =>
      event.eventKind === "executed_trade" && event.timestamp === skip.timestamp &&
      event.component < skip.component && event.side === skip.side
    );
    const earlier = before.reduce((total, event) => total + event.notional, 0);
    const { maxTradePctLiquidity } = simulation.resolvedExecutionPolicy;
    assertEquals(skip.limit, maxTradePctLiquidity * skip.tvl);
    near(skip.value, skip.notional + earlier);
    assert(skip.value !== null && skip.value > skip.limit);
  },
  POOL_LIMIT: ({ value, limit }) => {
    assert(limit === 0.96 || limit === 1, "the share of PT, or the price of a PT in assets");
    assert(value !== null && (limit === 1 ? value < limit : value > limit));
  },
  MAX_ESTIMATED_SLIPPAGE: ({ value, limit, estimatedSlippageBps }, simulation) => {
    assertEquals(value, estimatedSlippageBps);
    assertEquals(limit, simulation.resolvedExecutionPolicy.maxEstimatedSlippageBps);
    assert(value !== null && value > limit);
  },
  MIN_EDGE_TO_COST: ({ value, limit, edge, costRate, side }, simulation) => {
    assert(edge !== null && costRate !== null && costRate > 0, "a cost that an edge can miss");
    assertEquals(value, edge / costRate);
    assertEquals(limit, simulation.resolvedExecutionPolicy.minEdgeToCostRatio);
    assert(value !== null && value < limit);
    assertEquals(side, "buy");
  },
};

function fillsOf({ events }: Simulation, component: number): readonly Trade[] {
  return events.filter((event) => event.eventKind === "executed_trade")
    .filter((trade) => trade.component === component);
}

function near(found: number | null, expected: number): void {
  assert(found !== null && Math.abs(found - expected) <= 1e-9 * expected);
}
