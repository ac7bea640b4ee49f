/**
 * The statistics of the rules, implemented from their text without code of the engine, so that the two
 * can be compared.
 */

/** A spread below this counts as zero. */
const NEGLIGIBLE = 1e-12;

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

export function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** Returns the sample standard deviation. */
export function deviation(values: readonly number[]): number {
  const center = mean(values);
  const squares = values.map((value) => (value - center) ** 2);
  const spread = Math.sqrt(sum(squares) / (values.length - 1));
  return spread < NEGLIGIBLE ? 0 : spread;
}

/** Returns the largest loss from a peak; the first value is the first peak. */
export function drawdown(equity: readonly number[]): number {
  let [peak = 0] = equity;
  let deepest = 0;
  for (const value of equity) {
    peak = Math.max(peak, value);
    deepest = Math.max(deepest, 1 - value / peak);
  }
  return deepest < NEGLIGIBLE ? 0 : deepest;
}

/** Returns the mean of the worst twentieth of the losses, at least 0. */
export function cvar(returns: readonly number[]): number {
  const losses = returns.map((value) => -value).toSorted((a, b) => b - a);
  const count = losses.length / 20;
  if (count < 1) return Math.max(0, losses[0] ?? 0);
  const whole = Math.floor(count);
  const next = losses[whole] ?? 0;
  return Math.max(0, (sum(losses.slice(0, whole)) + (count - whole) * next) / count);
}

/** Returns the effective number of independent days, from 1 to all. */
export function effectiveDays(returns: readonly number[]): number {
  const days = returns.length;
  if (Math.max(...returns) - Math.min(...returns) < NEGLIGIBLE) return days;
  const center = mean(returns);
  const centred = returns.map((value) => value - center);
  const all = sum(centred.map((value) => value * value));
  let total = 0;
  for (let lag = 1; lag < days; lag += 1) {
    const products = centred.slice(lag).map((value, at) => value * (centred[at] ?? 0));
    const correlation = sum(products) / all;
    if (correlation <= 0) break;
    total += (1 - lag / days) * correlation;
  }
  return Math.min(days, Math.max(1, days / (1 + 2 * total)));
}

/** Returns the probability that the true Sharpe ratio exceeds a given ratio, and the daily ratio. */
export function probabilisticSharpe(
  excess: readonly number[],
  benchmark: number,
): { readonly probability: number; readonly sharpe: number } {
  const days = excess.length;
  const center = mean(excess);
  const moment = (power: number): number => mean(excess.map((value) => (value - center) ** power));
  const sharpe = center / deviation(excess);
  const skewness = moment(3) / moment(2) ** 1.5;
  const kurtosis = moment(4) / moment(2) ** 2;
  const variance = 1 - skewness * sharpe + (kurtosis - 1) / 4 * sharpe ** 2;
  const z = (sharpe - benchmark) * Math.sqrt(days - 1) / Math.sqrt(variance);
  return { probability: normalShare(z), sharpe };
}

/** Returns the share of a normal distribution below `z`, by a series of the error function. */
function normalShare(z: number): number {
  let term = z;
  let total = z;
  for (let at = 1; at < 400; at += 1) {
    term *= z * z / (2 * at + 1);
    total += term;
  }
  return 0.5 + total * Math.exp(-z * z / 2) / Math.sqrt(2 * Math.PI);
}
