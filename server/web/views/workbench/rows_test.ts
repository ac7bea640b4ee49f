import { assertEquals } from "@std/assert";
import type { RunInFull } from "../../engine/messages.ts";
import { rowsCsv } from "./rows.ts";

const one = (value: number): Float64Array => Float64Array.of(value);

Deno.test("downloaded bars have the names of the service and all digits", () => {
  const skip = { eventKind: "skipped_signal", component: 1, at: 0, bars: 1 };
  const run = {
    dataset: { timestamp: one(Date.UTC(2026, 0, 1, 1)) },
    rows: {
      portfolio: { equity: one(100_000.25), drawdown: one(1e-7) },
      ledgers: [{ units: one(0) }, { units: one(83_333.3) }],
    },
    run: { events: [{ ...skip, skipReason: "MIN_HOLD_BARS" }] },
  };
  assertEquals(
    rowsCsv(run as unknown as RunInFull),
    "timestamp,equity,drawdown,ledger 1 units,ledger 1 skipReason,ledger 2 units," +
      "ledger 2 skipReason\r\n2026-01-01T01:00:00Z,100000.25,1e-7,0,,83333.3,MIN_HOLD_BARS\r\n",
  );
});
