import { assertEquals } from "@std/assert";
import type { MarketColumns, Run, RunInFull, RunRows } from "../../engine/messages.ts";
import { barText, partTexts } from "./replay.tsx";

const HOUR_MS = 3_600_000;

const RUN = {
  candidate: { capital: "100", components: [{ strategyId: "a", weightBps: 10_000 }] },
  portfolio: { equity: Float64Array.of(100, 100, 101, 103) },
  events: [{
    eventKind: "skipped_signal",
    component: 0,
    at: 1,
    bars: 2,
    side: "buy",
    notional: 100,
    signalTarget: 1,
    skipReason: "MIN_HOLD_BARS",
    value: 3,
    limit: 72,
  }, {
    eventKind: "executed_trade",
    component: 0,
    at: 3,
    side: "buy",
    units: 105,
    price: 0.96,
    fromPosition: 0,
    toPosition: 1,
    feeCost: 0,
    slippageCost: 0,
  }],
} as unknown as Run;
const ROWS = {
  ledgers: [{
    signalTarget: Float64Array.of(0, 1, 1, 1),
    executedPosition: Float64Array.of(0, 0, 0, 1),
  }],
} as unknown as RunRows;
const DATASET = {
  timestamp: Float64Array.from([0, 1, 2, 3], (hour) => hour * HOUR_MS),
  columns: { impliedApy: Float64Array.of(0.1, 0.11, 0.12, 0.13) },
  hold: Float64Array.of(1, 1, 1, 1.01),
} as unknown as MarketColumns;
const WHOLE: RunInFull = { run: RUN, rows: ROWS, dataset: DATASET };

Deno.test("a bar has target, position, and the veto or fill of that bar", () => {
  assertEquals(partTexts(WHOLE, 0), ["a: wants 0 % in PT, has 0 %. Nothing traded."]);
  assertEquals(partTexts(WHOLE, 2), [
    "a: wants 100 % in PT, has 0 %. Buy of 100 to 100 % skipped for 2 bars: 3 bars after the last " +
    "fill, at least 72.",
  ]);
  assertEquals(partTexts(WHOLE, 3), [
    "a: wants 100 % in PT, has 100 %. Bought 105 PT at 0.96, position 0 % to 100 %, cost 0.",
  ]);
  assertEquals(barText(WHOLE, 3), ": implied yield 13.00 %, equity 103, +2.00 % over Hold");
});
