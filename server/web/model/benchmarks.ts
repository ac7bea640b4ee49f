// This module is browser compatible.

import type { MarketColumns } from "../engine/messages.ts";

/** The two lines to beat, equity at every bar; in the warmup the capital stands untouched. */
export interface Benchmarks {
  readonly hold: Float64Array;
  readonly idle: Float64Array;
}

const BPS = 1e4;

/**
 * Returns what the engine's benchmarks own at every bar (`RULES.md` 6.1): Hold buys PT at the mid at
 * the first scored bar, pays the fee of a buy and redeems at expiry into SY; idle stays in SY.
 *
 * @param capital accounting-asset units
 * @param feeBps fee of a trade in basis points
 */
export function benchmarksOf(
  { header, bars, timestamp, columns }: MarketColumns,
  capital: number,
  feeBps: number,
): Benchmarks {
  const start = header.tradeStartIndex;
  const price = columns["ptPrice"] ?? new Float64Array(bars);
  const index = columns["syIndex"] ?? new Float64Array(bars);
  const [startPrice = NaN, startIndex = NaN] = [price[start], index[start]];
  const fee = feeBps / BPS;
  const units = (capital - capital * fee / (1 + fee)) / startPrice;
  const expiry = Date.parse(header.expiry);
  const hold = new Float64Array(bars).fill(capital);
  const idle = new Float64Array(bars).fill(capital);
  let shares: number | null = null;
  for (let bar = start; bar < bars; bar++) {
    const [ptPrice = NaN, syIndex = NaN] = [price[bar], index[bar]];
    if (shares === null && (timestamp[bar] ?? 0) >= expiry) shares = units * ptPrice / syIndex;
    hold[bar] = shares === null ? units * ptPrice : shares * syIndex;
    idle[bar] = capital / startIndex * syIndex;
  }
  return { hold, idle };
}
