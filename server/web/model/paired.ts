/** Mean excess over another path on the same days, per year. */
export interface PairedDifference {
  readonly mean: number;
  /** Interval of 90 % of the resampled means. */
  readonly interval: readonly [number, number];
  /** Number of common days. */
  readonly days: number;
}

/** The settings of the engine's interval of the score: `RULES.md` 6.5. */
const [DRAWS, MEAN_BLOCK] = [1000, 5];
/** Ranks of the ends among the sorted means, counted from 1. */
const [LOW, HIGH] = [50, 950];
const DAYS_PER_YEAR = 365;
/** Fewer days say nothing about their variation. */
const DAYS_MIN = 20;
const SEED = 1;

/**
 * Returns the mean difference with its interval by the stationary bootstrap (Politis and Romano 1994)
 * over days. Both paths have the same resampled days, so common moves cancel. null for fewer than 20
 * days.
 *
 * @param excess daily differences, in order
 */
export function pairedDifference(excess: readonly number[]): PairedDifference | null {
  const days = excess.length;
  if (days < DAYS_MIN) return null;
  const random = randomOf(SEED);
  const means = Array.from({ length: DRAWS }, () => {
    let [sum, day] = [0, 0];
    for (let at = 0; at < days; at++) {
      const isNew = at === 0 || random() < 1 / MEAN_BLOCK;
      day = isNew ? Math.floor(random() * days) : (day + 1) % days;
      sum += excess[day] ?? 0;
    }
    return DAYS_PER_YEAR * sum / days;
  }).toSorted((a, b) => a - b);
  const mean = DAYS_PER_YEAR * excess.reduce((sum, day) => sum + day, 0) / days;
  return { mean, interval: [means[LOW - 1] ?? mean, means[HIGH - 1] ?? mean], days };
}

/** Returns a generator of numbers in [0, 1) with 32 bits of state (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}
