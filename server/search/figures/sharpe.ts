// This module is browser compatible.

import { normalCdf, normalQuantile } from "./normal.ts";

/** Euler's constant. */
const EULER_GAMMA = 0.5772156649015329;

/** What a Sharpe ratio is judged by: that of a day, and the shape of the days behind it. */
export interface SharpeMoments {
  /** Mean over sample deviation of the daily excess, not annualised. */
  readonly sharpe: number;
  readonly days: number;
  readonly skewness: number;
  /** 3 of a normal. */
  readonly kurtosis: number;
}

/** Returns the moments of daily excess returns; null under two days or without deviation. */
export function momentsOf(excess: ArrayLike<number>): SharpeMoments | null {
  const days = excess.length;
  if (days < 2) return null;
  const values = Array.from(excess);
  const mean = values.reduce((sum, value) => sum + value, 0) / days;
  const central = (power: number): number =>
    values.reduce((sum, value) => sum + (value - mean) ** power, 0) / days;
  const variance = central(2);
  const deviation = Math.sqrt(variance * days / (days - 1));
  // Days that differ by rounding alone have no ratio.
  if (!(deviation > 1e-12)) return null;
  return {
    sharpe: mean / deviation,
    days,
    skewness: central(3) / variance ** 1.5,
    kurtosis: central(4) / variance ** 2,
  };
}

/**
 * Returns the probability that the true ratio is above `benchmark`; null where the variance of the
 * estimate is not positive.
 *
 * Bailey and Lopez de Prado, "The Sharpe Ratio Efficient Frontier" (2012); `RULES.md` 6.5.
 */
export function probabilisticSharpe(
  { sharpe, days, skewness, kurtosis }: SharpeMoments,
  benchmark: number,
): number | null {
  const variance = 1 - skewness * sharpe + (kurtosis - 1) / 4 * sharpe * sharpe;
  if (!(variance > 0)) return null;
  return normalCdf((sharpe - benchmark) * Math.sqrt(days - 1) / Math.sqrt(variance));
}

/**
 * Returns the largest ratio to expect of so many candidates without skill; 0 of one.
 *
 * @param variance of their ratios
 */
export function expectedBest(count: number, variance: number): number {
  if (count <= 1) return 0;
  const best = (1 - EULER_GAMMA) * normalQuantile(1 - 1 / count) +
    EULER_GAMMA * normalQuantile(1 - 1 / (count * Math.E));
  return Math.sqrt(variance) * best;
}

/**
 * Returns the probability that the true ratio is above what the luck of so many tries gives.
 *
 * Bailey and Lopez de Prado, "The Deflated Sharpe Ratio" (2014); as the engine has it, the variance of
 * ratios without skill is taken while fewer than ten candidates have one.
 *
 * @param tried distinct candidates, and the sample variance of their ratios where it is known
 */
export function deflatedSharpe(
  moments: SharpeMoments,
  tried: { readonly count: number; readonly variance: number | null },
): number | null {
  return probabilisticSharpe(
    moments,
    expectedBest(tried.count, tried.variance ?? 1 / moments.days),
  );
}
