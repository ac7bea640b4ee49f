// This module is browser compatible.

import { z } from "zod";
import {
  CAPITAL_DECIMALS_MAX,
  CAPITAL_DEFAULT,
  CAPITAL_MAX,
  CAPITAL_MIN,
  WEIGHT_BPS_TOTAL,
} from "./engine_constants.ts";
import { MARKET_ID_MAX } from "./market_ids.ts";
import { TIMEFRAMES } from "./timeframes.ts";

export { FAMILY_ID } from "./family_id.ts";
export { type Timeframe, TIMEFRAMES } from "./timeframes.ts";

/**
 * Public id of a market. The loaded datasets decide which ids exist; the engine refuses any other id
 * and lists the valid ones.
 */
export const MarketIdSchema = z.int().min(1).max(MARKET_ID_MAX).meta({
  description: "Id of the market",
});

/** Public key of a market. */
export const MarketKeySchema = z.string().max(64).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
  error: "must be lower-case words joined by hyphens, at most 64 characters",
}).meta({ description: "Key of the market: lower-case words joined by hyphens" });

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
