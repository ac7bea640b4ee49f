import type { Colour } from "../../charts/canvas_colours.ts";
import type { ArenaEvent, SkippedSignal } from "../../engine/messages.ts";
import { counted, fixed, money, percent, precise } from "../../model/format.ts";

export type SkipReason = SkippedSignal["skipReason"];

/** The presentation of a veto by a guardrail. */
interface Reason {
  readonly label: string;
  readonly colour: Colour;
  /** Describes the measured value and the limit. */
  sentence(skip: SkippedSignal): string;
}

/** Share of PT that a pool may hold; the other limit of the pool is an exchange rate of 1. */
const POOL_SHARE_MAX = 0.96;

/** Every guardrail. */
export const REASONS: Readonly<Record<SkipReason, Reason>> = {
  MIN_HOLD_BARS: {
    label: "Minimum hold",
    colour: "reason-1",
    sentence: ({ value, limit }) =>
      `${counted(value ?? 0, "bar")} after the last fill, at least ${money(limit)}`,
  },
  MAX_TRADE_PCT_LIQUIDITY: {
    label: "Pool liquidity",
    colour: "reason-2",
    sentence: ({ value, limit, tvl }) =>
      `${percent((value ?? 0) / tvl, 1)} of the pool's liquidity, at most ${
        percent(limit / tvl, 0)
      }`,
  },
  POOL_LIMIT: {
    label: "Pool limit",
    colour: "reason-3",
    sentence: ({ value, limit }) => {
      if (value === null) return "more than the pool can quote";
      if (limit === POOL_SHARE_MAX) {
        return `the pool would be ${percent(value, 1)} PT, at most ${percent(limit, 0)}`;
      }
      return `an exchange rate of ${precise(value)} PT, at least ${precise(limit)}`;
    },
  },
  MAX_ESTIMATED_SLIPPAGE: {
    label: "Slippage",
    colour: "reason-4",
    sentence: ({ value, limit }) =>
      `${fixed(value, 0)} bp of slippage, at most ${fixed(limit, 0)} bp`,
  },
  MIN_EDGE_TO_COST: {
    label: "Edge to cost",
    colour: "reason-5",
    sentence: ({ value, limit }) =>
      `an edge of ${fixed(value, 1)} times the cost, at least ${fixed(limit, 1)} times`,
  },
};

/**
 * Describes why a signal was skipped: `Buy of 5,053,553 to 100 % skipped for 636 bars: 76.7 % of the pool's
 * liquidity, at most 5 %`.
 */
export function skipSentence(skip: SkippedSignal): string {
  const { side, notional, signalTarget, bars, skipReason } = skip;
  const intent = `${side === "buy" ? "Buy" : "Sale"} of ${money(notional)} to ${
    percent(signalTarget, 0)
  }`;
  const span = bars === 1 ? "" : ` for ${counted(bars, "bar")}`;
  return `${intent} skipped${span}: ${REASONS[skipReason].sentence(skip)}`;
}

/** Describes a fill, a veto or a redemption. */
export function eventSentence(event: ArenaEvent): string {
  switch (event.eventKind) {
    case "skipped_signal":
      return skipSentence(event);
    case "redemption":
      return `Redemption of ${money(event.units)} PT for ${money(event.notional)}`;
    case "executed_trade": {
      const { side, units, price, fromPosition, toPosition, feeCost, slippageCost } = event;
      const move = `${percent(fromPosition, 0)} to ${percent(toPosition, 0)}`;
      return `${side === "buy" ? "Bought" : "Sold"} ${money(units)} PT at ${precise(price)}, ` +
        `position ${move}, cost ${money(feeCost + slippageCost)}`;
    }
  }
}
