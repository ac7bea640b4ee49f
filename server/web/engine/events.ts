import type { ArenaEvent, SkippedSignal } from "./messages.ts";

type Trade = Extract<ArenaEvent, { eventKind: "executed_trade" }>;
type Redemption = Extract<ArenaEvent, { eventKind: "redemption" }>;

/** Reasons of skips, in the order in which the engine checks them. */
const REASONS: readonly SkippedSignal["skipReason"][] = [
  "MIN_HOLD_BARS",
  "MAX_TRADE_PCT_LIQUIDITY",
  "POOL_LIMIT",
  "MAX_ESTIMATED_SLIPPAGE",
  "MIN_EDGE_TO_COST",
];

/**
 * Returns the events of a run from the numbers of `Engine.show`: their count, then kind, component, bar
 * and the numbers of the kind of each, by the names of the members.
 */
export function eventsOf(numbers: Float64Array): readonly ArenaEvent[] {
  let at = 0;
  const next = (): number => numbers[at++] ?? NaN;
  const orNull = (value: number): number | null => Number.isNaN(value) ? null : value;
  const side = (): Trade["side"] => next() === 0 ? "buy" : "sell";
  // Members are read in the order of the numbers.
  const trade = (): Trade => ({
    eventKind: "executed_trade",
    component: next(),
    at: next(),
    feeCost: next(),
    fromPosition: next(),
    price: next(),
    side: side(),
    slippageCost: next(),
    toPosition: next(),
    units: next(),
  });
  const skip = (): SkippedSignal => ({
    eventKind: "skipped_signal",
    component: next(),
    at: next(),
    bars: next(),
    limit: next(),
    notional: next(),
    side: side(),
    signalTarget: next(),
    skipReason: REASONS[next()] ?? "MIN_HOLD_BARS",
    tvl: next(),
    value: orNull(next()),
  });
  const redemption = (): Redemption => ({
    eventKind: "redemption",
    component: next(),
    at: next(),
    notional: next(),
    units: next(),
  });
  const kinds = [trade, skip, redemption];
  const event = (): ArenaEvent => (kinds[next()] ?? redemption)();
  return Array.from({ length: next() }, event);
}
