import { assertEquals } from "@std/assert";
import type { RunInFull } from "../../engine/messages.ts";
import { ledgerTable, portfolioTable, toCsv } from "./tables.ts";

const one = (value: number): Float64Array => Float64Array.of(value);

const RUN = {
  dataset: { timestamp: one(Date.UTC(2026, 0, 1, 1)) },
  rows: {
    portfolio: {
      equity: one(100_000.25),
      return: one(0),
      drawdown: one(1e-7),
      exposure: one(0.5),
      turnover: one(0),
      cost: one(0),
    },
    ledgers: [{
      signalTarget: one(1),
      executedPosition: one(0),
      ptPrice: one(0.97),
      units: one(0),
      shares: one(83_333.3),
      equity: one(1e5),
      turnover: one(0),
      feeCost: one(0),
      slippageCost: one(0),
    }],
  },
  run: {
    events: [{
      eventKind: "skipped_signal",
      component: 0,
      at: 0,
      bars: 1,
      skipReason: "MIN_HOLD_BARS",
    }],
  },
} as unknown as RunInFull;

Deno.test("a downloaded table has the names of the service and all digits", () => {
  assertEquals(
    toCsv(portfolioTable(RUN)),
    "timestamp,equity,return,drawdown,exposure,turnover,cost\r\n" +
      "2026-01-01T01:00:00Z,100000.25,0,1e-7,0.5,0,0\r\n",
  );
  assertEquals(
    toCsv(ledgerTable(RUN, 0)).split("\r\n")[1],
    "2026-01-01T01:00:00Z,1,0,0.97,0,83333.3,100000,0,0,0,MIN_HOLD_BARS",
  );
});

Deno.test("a missing component has no columns", () => {
  assertEquals(ledgerTable(RUN, 1).names, ["timestamp"]);
});
