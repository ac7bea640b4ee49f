import { assertEquals } from "@std/assert";
import type { MarketColumns, Run, RunInFull, RunRows } from "../../engine/messages.ts";
import { componentContributions, findRoundTrips, tripFigures } from "./trips.ts";

const DAY_MS = 86_400_000;
const TIMES = [0, 1, 2, 3, 4, 5].map((day) => day * DAY_MS);
const zeros = (): Float64Array => new Float64Array(6);

const fill = (day: number, component = 0): unknown => ({
  eventKind: "executed_trade",
  component,
  at: day,
});

/** In on day 1 at half, full on day 2, out on day 3, in again on day 4. */
const FIRST = {
  units: Float64Array.of(0, 50, 100, 0, 80, 80),
  executedPosition: Float64Array.of(0, 0.5, 1, 0, 0.8, 0.8),
  equity: Float64Array.of(100, 99, 104, 110, 109, 99),
  feeCost: Float64Array.of(0, 1, 0.5, 0.5, 1, 0),
  slippageCost: zeros(),
};
const IDLE = { ...FIRST, units: zeros(), executedPosition: zeros(), equity: zeros().fill(100) };

const RUN = {
  candidate: {
    capital: "200",
    components: [
      { strategyId: "a", weightBps: 5_000 },
      { strategyId: "b", weightBps: 5_000 },
    ],
  },
  resolvedScoringProfile: { tradeStartIndex: 1 },
  events: [fill(1), fill(2), fill(3), fill(4)],
} as unknown as Run;

const ROWS = { ledgers: [FIRST, IDLE] } as unknown as RunRows;

const DATASET = {
  timestamp: Float64Array.from(TIMES),
  idle: Float64Array.of(1, 1, 1.01, 1.02, 1.02, 1.04),
  columns: { impliedApy: Float64Array.of(0, 0.1, 0.11, 0.12, 0.13, 0.14) },
} as unknown as MarketColumns;

const WHOLE: RunInFull = { run: RUN, rows: ROWS, dataset: DATASET };

const rounded = (value: number): number => Number(value.toFixed(9));

Deno.test("a round trip lasts from no PT to no PT, and its result is net of all costs", () => {
  const [first, second, ...more] = findRoundTrips(WHOLE);
  assertEquals(more, []);
  assertEquals([first?.entry, first?.exit, first?.days], [DAY_MS, 3 * DAY_MS, 2]);
  assertEquals([first?.fills, first?.position, first?.isOpen], [3, 1, false]);
  assertEquals([first?.yieldIn, first?.yieldOut], [0.1, 0.12]);
  // 99 after a fee of 1 on the first bar: it had 100.
  assertEquals([first?.result, first?.rate], [10, 0.1]);
  assertEquals(rounded(first?.overIdle ?? NaN), rounded(8));
  assertEquals([second?.isOpen, second?.exit, second?.result], [true, 5 * DAY_MS, -11]);
});

Deno.test("figures of round trips", () => {
  const figures = tripFigures(findRoundTrips(WHOLE));
  assertEquals(figures.count, 2);
  assertEquals([figures.winRate, figures.winRateOverIdle, figures.averageDays], [0.5, 0.5, 1.5]);
  assertEquals(rounded(figures.profitFactor ?? NaN), rounded(10 / 11));
  assertEquals(tripFigures([]), {
    count: 0,
    winRate: null,
    winRateOverIdle: null,
    averageDays: null,
    profitFactor: null,
    overIdle: 0,
  });
});

Deno.test("the contributions of the components sum to the gain of the candidate", () => {
  const [first, second] = componentContributions(WHOLE);
  assertEquals([first?.result, first?.rate, first?.fills], [-1, -0.005, 4]);
  assertEquals([second?.result, second?.fills], [0, 0]);
  assertEquals(rounded(second?.overIdle ?? NaN), rounded(-4));
});
