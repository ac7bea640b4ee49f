// This module is browser compatible.

import type { Axis } from "../../contracts/plan.ts";
import { coordinateAt, levelsOf, shareOf } from "../axis_scale.ts";
import { seededRandom } from "../random.ts";
import type { Draw, StageOutcome } from "../stage.ts";

/** Share of candidates that are drawn evenly, before there is anything to learn from. */
const FIRST_SHARE = 0.2;
/** Rounds in which the rest is drawn. */
const ROUNDS = 12;
/** Fewest candidates of a round. */
const ROUND_MIN = 16;
/** Share of what was seen that counts as good. */
const GOOD_SHARE = 0.1;
/** Points that each density is made of. */
const KERNELS_MAX = 64;
/** Draws, of which the one that is likeliest to be good is taken. */
const DRAWS = 16;
/** Share of candidates that are drawn evenly in every round, so that no region is given up. */
const EVEN_SHARE = 0.1;

/** Returns how many candidates each round has. */
export function tpeRounds(count: number): readonly number[] {
  const first = Math.min(count, Math.max(ROUND_MIN, Math.ceil(count * FIRST_SHARE)));
  const rounds = [first];
  const size = Math.max(ROUND_MIN, Math.ceil((count - first) / ROUNDS));
  for (let left = count - first; left > 0; left -= size) rounds.push(Math.min(size, left));
  return rounds;
}

/** Returns the first round: points that are spread evenly. */
export function firstOfTpe(count: number, seed: number): Draw {
  return { method: "sobol", count, seed };
}

/** What the next round is drawn by. */
export interface TpeOptions {
  readonly axes: readonly Axis[];
  readonly count: number;
  readonly seed: number;
  readonly round: number;
}

/**
 * Returns the coordinates of the next round: Bergstra et al., "Algorithms for Hyper-Parameter Optimization"
 * (2011), each axis for itself. It is a function of what was found and of the seed.
 */
export function nextOfTpe(
  outcomes: readonly StageOutcome[],
  { axes, count, seed, round }: TpeOptions,
): readonly (readonly number[])[] {
  const seen = outcomes.flatMap(({ summary, points }) => [...summary.top, ...samplesOf(points)]);
  const tops = outcomes.flatMap(({ summary }) => summary.top)
    .toSorted((one, other) => other.merit - one.merit);
  const total = outcomes.reduce((sum, { summary }) => sum + summary.merits.count, 0);
  const goodCount = Math.min(KERNELS_MAX, Math.max(4, Math.ceil(total * GOOD_SHARE)));
  const good = tops.slice(0, goodCount).map(({ coordinates }) => coordinates);
  const rest = spread(seen.map(({ coordinates }) => coordinates), KERNELS_MAX);
  const random = seededRandom(seed + 7919 * round);
  const densities = axes.map((axis, at) => {
    const of = (rows: readonly (readonly number[])[]): Density =>
      new Density(rows.map((row) => shareOf(axis, row[at] ?? 0)), axis);
    return good.length === 0 ? null : { good: of(good), rest: of(rest) };
  });
  return Array.from({ length: count }, () =>
    axes.map((axis, at) => {
      const density = densities[at] ?? null;
      if (density === null || random() < EVEN_SHARE) return coordinateAt(axis, random());
      return bestDraw(axis, density.good, density.rest, random);
    }));
}

function samplesOf(
  points: StageOutcome["points"],
): readonly { readonly coordinates: readonly number[] }[] {
  return points.flatMap((range) => {
    const step = Math.max(1, Math.floor(range.count / KERNELS_MAX));
    const rows = Math.ceil(range.count / step);
    return Array.from({ length: rows }, (_, at) => ({ coordinates: range.coordinates(at * step) }));
  });
}

function spread<T>(all: readonly T[], most: number): readonly T[] {
  const step = Math.max(1, all.length / most);
  return Array.from({ length: Math.min(all.length, most) }, (_, at) => all[Math.floor(at * step)])
    .flatMap((one) => one === undefined ? [] : [one]);
}

function bestDraw(axis: Axis, good: Density, rest: Density, random: () => number): number {
  let [best, bestRatio] = [0, -Infinity];
  for (let draw = 0; draw < DRAWS; draw++) {
    const share = shareOf(axis, coordinateAt(axis, good.draw(random)));
    const ratio = good.at(share) / rest.at(share);
    if (ratio > bestRatio) [best, bestRatio] = [share, ratio];
  }
  return coordinateAt(axis, best);
}

/** A density on [0, 1]: normal kernels with a floor, or of a list the share of each place. */
class Density {
  readonly #centres: readonly number[];
  readonly #width: number;
  readonly #places: number | null;

  constructor(centres: readonly number[], axis: Axis) {
    this.#centres = centres;
    this.#places = "values" in axis ? levelsOf(axis) : null;
    const mean = centres.reduce((sum, centre) => sum + centre, 0) / centres.length;
    const variance = centres.reduce((sum, centre) => sum + (centre - mean) ** 2, 0) /
      centres.length;
    // Silverman's rule, and never so narrow that nothing new is drawn.
    this.#width = Math.max(0.02, 1.06 * Math.sqrt(variance) * centres.length ** -0.2);
  }

  draw(random: () => number): number {
    const centre = this.#centres[Math.floor(random() * this.#centres.length)] ?? 0.5;
    if (this.#places !== null) {
      const isNew = random() < 1 / (1 + this.#centres.length);
      return isNew ? Math.floor(random() * this.#places) / Math.max(1, this.#places - 1) : centre;
    }
    const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    return Math.min(1, Math.max(0, centre + this.#width * normal));
  }

  at(share: number): number {
    const count = this.#centres.length;
    if (this.#places !== null) {
      const equal = this.#centres.filter((centre) => Math.abs(centre - share) < 1e-9).length;
      return (equal + 1 / this.#places) / (count + 1);
    }
    const sum = this.#centres.reduce((all, centre) =>
      all + Math.exp(-(((share - centre) / this.#width) ** 2) / 2), 0);
    return (sum / this.#width / Math.sqrt(2 * Math.PI) + 1) / (count + 1);
  }
}
