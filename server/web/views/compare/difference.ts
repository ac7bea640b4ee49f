import { excessReturns } from "../../../datasets/daily_returns.ts";
import type { CompareRow } from "./compare_rows.ts";

/** The base of a difference: a passive line of the same market, or a candidate by name. */
export type Base = "hold" | "idle" | { readonly name: string };

/** Returns the difference of each row from a base; null for the base itself and without common days. */
export function differencesFrom(
  rows: readonly CompareRow[],
  base: Base,
): ReadonlyMap<CompareRow, PairedDifference | null> {
  return new Map(rows.map((row) => {
    const other = findBase(rows, row, base);
    if (row.path === null || other === row || !other?.path) return [row, null];
    return [row, pairedDifference(excessReturns(row.path.daily, other.path.daily))];
  }));
}

function findBase(
  rows: readonly CompareRow[],
  { place, candidate }: CompareRow,
  base: Base,
): CompareRow | undefined {
  if (typeof base !== "string") return rows.find(({ name }) => name === base.name);
  const lines = rows.filter(({ kind }) => kind === base);
  // The place of a candidate may name its capital; the place of a passive line never does.
  return lines.find((line) => place.startsWith(line.place)) ??
    (candidate === null ? undefined : lines[0]);
}

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
  const random = mulberry32(SEED);
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
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}
