// This module is browser compatible.

import { seededRandom } from "../plan/random.ts";

/** A path of wealth and the holdings behind it, a value per bar. */
export interface HeldPath {
  readonly equity: Float64Array;
  /** Units of PT. */
  readonly units: Float64Array;
}

/** Excess under which a trip counts as equal to its line, as in `RULES.md` 6.4. */
const EQUAL = 1e-9;

/**
 * Returns the excess of each round trip over a passive line, as a sum of bar returns. Against idle, a
 * round trip begins with the first purchase after a sale, and against Hold with the first sale after a
 * purchase; it lasts until the next one begins. The bars before the first trip are a trip as well.
 * Trips without any excess are left out: there the candidate is the line.
 *
 * @param line wealth of the passive line, a value per bar
 * @param from first scored bar
 */
export function tripsOf(
  { equity, units }: HeldPath,
  { line, name, from }: {
    readonly line: Float64Array;
    readonly name: "hold" | "idle";
    readonly from: number;
  },
): readonly number[] {
  const opening = name === "idle" ? 1 : -1;
  const trips: number[] = [];
  let [excess, last] = [0, 0];
  const end = (): void => {
    if (Math.abs(excess) >= EQUAL) trips.push(excess);
    excess = 0;
  };
  const growth = (path: Float64Array, bar: number): number =>
    (path[bar] ?? 1) / (bar === from ? 1 : path[bar - 1] ?? 1) - 1;
  for (let bar = from; bar < equity.length; bar++) {
    const before = bar === from ? 0 : units[bar - 1] ?? 0;
    const side = Math.sign((units[bar] ?? 0) - before);
    if (side === opening && last !== opening) end();
    if (side !== 0) last = side;
    excess += growth(equity, bar) - growth(line, bar);
  }
  end();
  return trips;
}

/** Most trips whose signs are all tried. */
const EXACT_MAX = 16;
/** Draws of signs for more trips. */
const DRAWS = 8192;

/** Round trips of a candidate, and whether they are more than luck. */
export interface TripReport {
  readonly count: number;
  /** Share of the sum of all gains that the largest one has; null without a gain. */
  readonly largestShare: number | null;
  /**
   * Probability that trips of the same sizes, with signs by lot, give as much in all: Fisher's
   * randomization test ("The Design of Experiments", 1935).
   */
  readonly byLot: number;
}

/** Judges the excess of round trips; null without any. */
export function tripReport(trips: readonly number[]): TripReport | null {
  if (trips.length === 0) return null;
  const gains = trips.filter((trip) => trip > 0);
  const gained = gains.reduce((sum, trip) => sum + trip, 0);
  return {
    count: trips.length,
    largestShare: gained > 0 ? Math.max(...gains) / gained : null,
    byLot: byLot(trips),
  };
}

/** Returns the share of all assignments of signs whose sum is at least the observed one. */
function byLot(trips: readonly number[]): number {
  const count = trips.length;
  const total = trips.reduce((sum, trip) => sum + trip, 0);
  // Sums of the same trips in another order differ by their rounding.
  const least = total - 1e-12 * trips.reduce((sum, trip) => sum + Math.abs(trip), 0);
  const sumOf = (isNegative: (at: number) => boolean): number =>
    trips.reduce((sum, trip, at) => isNegative(at) ? sum - trip : sum + trip, 0);
  let found = 0;
  if (count <= EXACT_MAX) {
    const all = 2 ** count;
    for (let signs = 0; signs < all; signs++) {
      if (sumOf((at) => (signs >>> at & 1) === 1) >= least) found++;
    }
    return found / all;
  }
  const random = seededRandom(count);
  for (let draw = 0; draw < DRAWS; draw++) {
    let word = 0;
    const isNegative = (at: number): boolean => {
      if (at % 32 === 0) word = Math.floor(random() * 2 ** 32);
      return (word >>> at % 32 & 1) === 1;
    };
    if (sumOf(isNegative) >= least) found++;
  }
  // The observed signs are one of the assignments (Davison and Hinkley, 1997).
  return (found + 1) / (DRAWS + 1);
}
