// This module is browser compatible.

/** Number and Sharpe statistics of a key's simulations on a market. */
export interface Trials {
  /** Simulations that ran. */
  readonly count: number;
  /** Simulations that have a Sharpe ratio. */
  readonly sharpeCount: number;
  /** Mean of the daily Sharpe ratios. */
  readonly mean: number;
  /** Sum of their squared distances from the mean. */
  readonly m2: number;
}

/** No simulation yet. */
export const NO_TRIALS: Trials = { count: 0, sharpeCount: 0, mean: 0, m2: 0 };

/**
 * Returns the trials with one more (Welford's recurrence).
 *
 * @param dailySharpe not annualised; null when the run has none
 */
export function addTrial(trials: Trials, dailySharpe: number | null): Trials {
  if (dailySharpe === null) return { ...trials, count: trials.count + 1 };
  return joinTrials(trials, { count: 1, sharpeCount: 1, mean: dailySharpe, m2: 0 });
}

/** Returns both together (Chan, Golub, LeVeque 1979). */
export function joinTrials(a: Trials, b: Trials): Trials {
  const count = a.count + b.count;
  const sharpeCount = a.sharpeCount + b.sharpeCount;
  if (sharpeCount === 0) return { ...NO_TRIALS, count };
  const distance = b.mean - a.mean;
  return {
    count,
    sharpeCount,
    mean: a.mean + distance * b.sharpeCount / sharpeCount,
    m2: a.m2 + b.m2 + distance ** 2 * a.sharpeCount * b.sharpeCount / sharpeCount,
  };
}

/** Fewest ratios for a meaningful variance (`RULES.md` 6.5). */
const SHARPES_MIN = 10;

/** Returns the sample variance of the daily Sharpe ratios; null for fewer than ten. */
export function sharpeVariance({ sharpeCount, m2 }: Trials): number | null {
  return sharpeCount < SHARPES_MIN ? null : m2 / (sharpeCount - 1);
}
