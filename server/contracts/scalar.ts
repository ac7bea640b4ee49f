// This module is browser compatible.

import { z } from "zod";
import {
  CAPITAL_DECIMALS_MAX,
  CAPITAL_DEFAULT,
  CAPITAL_MAX,
  CAPITAL_MIN,
  WEIGHT_BPS_TOTAL,
} from "./engine_constants.ts";
import { MARKETS, TIMEFRAMES } from "./markets.ts";

export { FAMILY_ID } from "./family_id.ts";
export { MARKETS, type Timeframe, TIMEFRAMES } from "./markets.ts";

/** Public id of a market. */
export const MarketIdSchema = z.literal(MARKETS.map(({ id }) => id)).meta({
  description: "Id of the market",
});
export type MarketId = z.infer<typeof MarketIdSchema>;

/** Step between two bars of a dataset. */
export const TimeframeSchema = z.enum(TIMEFRAMES);

/** Id of a strategy: lower-case words joined by hyphens. */
export const StrategyIdSchema = z.string().min(1).max(64).meta({
  description: "Id of a strategy of the catalogue",
  examples: ["yield-rsi"],
});

/** Instant in ISO 8601, UTC, ending in Z. */
export const InstantSchema = z.iso.datetime().meta({ description: "ISO 8601 instant, UTC" });

/** SHA-256 in lower-case hexadecimal digits. */
export const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/).meta({
  description: "SHA-256, 64 hexadecimal digits",
});

const MORE_DIGITS = String(CAPITAL_MAX).length - 1;
const CAPITAL = new RegExp(
  `^(0|[1-9][0-9]{0,${MORE_DIGITS}})(\\.[0-9]{1,${CAPITAL_DECIMALS_MAX}})?$`,
);

/** Money as a decimal string, accounting-asset units. */
export const CapitalSchema = z.string().regex(CAPITAL, { abort: true })
  .refine((text) => Number(text) >= CAPITAL_MIN && Number(text) <= CAPITAL_MAX)
  .meta({
    description: "Capital in accounting-asset units: a decimal string, " +
      `${CAPITAL_MIN} to ${CAPITAL_MAX}, at most ${CAPITAL_DECIMALS_MAX} decimals`,
    examples: [CAPITAL_DEFAULT, "2500.5"],
  });

/** Weight of a component in basis points. */
export const WeightBpsSchema = z.int().min(1).max(WEIGHT_BPS_TOTAL).meta({
  description: `Weight in basis points; the weights of a candidate sum to ${WEIGHT_BPS_TOTAL}`,
});
