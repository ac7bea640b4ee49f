// This module is browser compatible.

/** Of how a selection does outside of the days that it was made on. */
export interface Overfitting {
  /**
   * Probability of backtest overfitting: the share of splits in which the candidate that was best in
   * one half is in the lower half of all in the other.
   */
  readonly probability: number;
  /** Splits into halves that were made. */
  readonly splits: number;
  /** Parts that the days were cut into. */
  readonly parts: number;
  /** Candidates that were compared. */
  readonly candidates: number;
  /** Of each split the logit of the relative rank outside, ascending. */
  readonly logits: readonly number[];
  /** Share of splits in which the chosen one had a loss outside. */
  readonly lossShare: number;
}

/** Parts that days are cut into when there are enough of them: 12,870 splits. */
const PARTS_MAX = 16;
/** Fewest parts for which a share of splits says anything, and days in each. */
const PARTS_MIN = 4;
const PART_DAYS_MIN = 5;

/** Returns into how many parts so many days are cut, an even number; null of too few days. */
export function partsOf(days: number): number | null {
  const parts = Math.min(PARTS_MAX, 2 * Math.floor(days / PART_DAYS_MIN / 2));
  return parts < PARTS_MIN ? null : parts;
}

/**
 * Returns the probability of backtest overfitting by combinatorially symmetric cross-validation:
 * Bailey, Borwein, Lopez de Prado and Zhu, "The Probability of Backtest Overfitting" (2015). The days
 * are cut into equal parts; every choice of half of the parts is once what a candidate is chosen in,
 * by its Sharpe ratio, and the rest what it is ranked in. Days that are left over are the first.
 *
 * @param excess daily excess of each candidate, all over the same days
 * @returns null with fewer than two candidates or too few days
 */
export function overfittingOf(
  excess: readonly ArrayLike<number>[],
  parts: number | null = partsOf(excess[0]?.length ?? 0),
): Overfitting | null {
  if (parts === null || excess.length < 2) return null;
  const sums = excess.map((days) => partSums(days, parts));
  const length = Math.floor((excess[0]?.length ?? 0) / parts);
  const half = length * parts / 2;
  const logits: number[] = [];
  let losses = 0;
  const inside = new Float64Array(excess.length);
  const outside = new Float64Array(excess.length);
  for (const chosen of halves(parts)) {
    sums.forEach(({ total, parts: own }, at) => {
      let sum = 0;
      let squares = 0;
      for (const part of chosen) {
        sum += own[2 * part] ?? 0;
        squares += own[2 * part + 1] ?? 0;
      }
      inside[at] = ratio(sum, squares, half);
      outside[at] = ratio(total.sum - sum, total.squares - squares, half);
    });
    const best = indexOfLargest(inside);
    const reached = outside[best] ?? 0;
    logits.push(logitOfRank(outside, reached));
    if (reached < 0) losses++;
  }
  const splits = logits.length;
  return {
    probability: logits.filter((logit) => logit <= 0).length / splits,
    splits,
    parts,
    candidates: excess.length,
    logits: logits.toSorted((one, other) => one - other),
    lossShare: losses / splits,
  };
}

/** Sum and sum of squares of all days, and of each part one after the other. */
interface Sums {
  readonly total: { readonly sum: number; readonly squares: number };
  readonly parts: Float64Array;
}

function partSums(days: ArrayLike<number>, parts: number): Sums {
  const length = Math.floor(days.length / parts);
  const first = days.length - length * parts;
  const own = new Float64Array(2 * parts);
  let [sum, squares] = [0, 0];
  for (let part = 0; part < parts; part++) {
    let [partSum, partSquares] = [0, 0];
    for (let day = 0; day < length; day++) {
      const value = days[first + part * length + day] ?? 0;
      partSum += value;
      partSquares += value * value;
    }
    own[2 * part] = partSum;
    own[2 * part + 1] = partSquares;
    sum += partSum;
    squares += partSquares;
  }
  return { total: { sum, squares }, parts: own };
}

/** Returns the Sharpe ratio of days by their sums; 0 without deviation, as of one who never trades. */
function ratio(sum: number, squares: number, days: number): number {
  const mean = sum / days;
  const variance = squares / days - mean * mean;
  return variance > 1e-24 ? mean / Math.sqrt(variance) : 0;
}

function indexOfLargest(values: Float64Array): number {
  let best = 0;
  values.forEach((value, at) => {
    if (value > (values[best] ?? 0)) best = at;
  });
  return best;
}

/** Returns the logit of the relative rank of a value among all, equal ones sharing the middle. */
function logitOfRank(values: Float64Array, reached: number): number {
  let below = 0;
  let equal = 0;
  for (const value of values) {
    if (value < reached) below++;
    else if (value === reached) equal++;
  }
  const share = (below + (equal + 1) / 2) / (values.length + 1);
  return Math.log(share / (1 - share));
}

/** Returns every choice of half of so many parts. */
function* halves(parts: number): Generator<readonly number[]> {
  const chosen = Array.from({ length: parts / 2 }, (_, at) => at);
  while (true) {
    yield chosen;
    let at = chosen.length - 1;
    while (at >= 0 && chosen[at] === parts / 2 + at) at--;
    if (at < 0) return;
    let next = (chosen[at] ?? 0) + 1;
    for (; at < chosen.length; at++) chosen[at] = next++;
  }
}
