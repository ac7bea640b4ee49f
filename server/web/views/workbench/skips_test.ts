import { assertEquals } from "@std/assert";
import type { SkippedSignal } from "../../engine/messages.ts";
import { REASON_CODES } from "../../engine/runs.ts";
import { skipSentence } from "./skips.ts";

const SKIP: SkippedSignal = {
  component: 0,
  at: 0,
  eventKind: "skipped_signal",
  bars: 1,
  skipReason: "MIN_HOLD_BARS",
  signalTarget: 1,
  side: "buy",
  value: 5,
  limit: 72,
  notional: 50_000,
  tvl: 1e6,
};

Deno.test("every guardrail says what it measured and what it allows", () => {
  const cases: Partial<SkippedSignal>[] = [
    { skipReason: "MIN_HOLD_BARS" },
    { skipReason: "MAX_TRADE_PCT_LIQUIDITY", value: 58_000, limit: 50_000 },
    { skipReason: "POOL_LIMIT", value: 0.9712, limit: 0.96 },
    { skipReason: "POOL_LIMIT", value: 0.99871, limit: 1 },
    { skipReason: "POOL_LIMIT", value: null, limit: 1 },
    { skipReason: "MAX_ESTIMATED_SLIPPAGE", value: 123.4, limit: 100 },
    { skipReason: "MIN_EDGE_TO_COST", value: 1.84, limit: 2.5 },
  ];
  const sentences = cases.map((change) => skipSentence({ ...SKIP, ...change }).split(": ")[1]);
  assertEquals(sentences, [
    "5 bars after the last fill, at least 72",
    "5.8 % of the pool's liquidity, at most 5 %",
    "the pool would be 97.1 % PT, at most 96 %",
    "an exchange rate of 0.99871 PT, at least 1",
    "more than the pool can quote",
    "123 bp of slippage, at most 100 bp",
    "an edge of 1.8 times the cost, at least 2.5 times",
  ]);
  assertEquals(new Set(cases.map(({ skipReason }) => skipReason)), new Set(REASON_CODES));
});

Deno.test("a skip says which trade was wanted and for how long", () => {
  const sale = { side: "sell", signalTarget: 0, bars: 636, value: 1 } as const;
  assertEquals(
    skipSentence({ ...SKIP, ...sale }),
    "Sale of 50,000 to 0 % skipped for 636 bars: 1 bar after the last fill, at least 72",
  );
});
