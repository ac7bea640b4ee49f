// This module is browser compatible.

import type { Axis } from "../../../contracts/plan.ts";
import { coordinateAt, shareOf } from "../../plan/axis_scale.ts";
import { seededRandom } from "../../plan/random.ts";
import type { Draw, StageOutcome } from "../stage.ts";

/** Share of candidates in the first round, which is drawn evenly. */
const FIRST_SHARE = 0.2;
/** Number of later rounds. */
const ROUNDS = 12;
/** Fewest candidates of a round. */
const ROUND_MIN = 16;
/** Most candidates that count as good; their number grows with the square root of all. */
const GOOD_MAX = 24;
/** Share of each round that is drawn evenly, so that no region is abandoned. */
const EVEN_SHARE = 0.1;
/** Narrowest kernel, so that draws do not repeat. */
const WIDTH_MIN = 0.005;

/** Returns the number of candidates of each round. */
export function roundsOf(count: number): readonly number[] {
  const first = Math.min(count, Math.max(ROUND_MIN, Math.ceil(count * FIRST_SHARE)));
  const rounds = [first];
  const size = Math.max(ROUND_MIN, Math.ceil((count - first) / ROUNDS));
  for (let left = count - first; left > 0; left -= size) rounds.push(Math.min(size, left));
  return rounds;
}

/** Returns the first round: evenly spread points. */
export function firstRound(count: number, seed: number): Draw {
  return { method: "sobol", count, seed };
}

/** Parameters of a round. */
export interface RoundOptions {
  readonly axes: readonly Axis[];
  readonly count: number;
  readonly seed: number;
  readonly round: number;
}

/**
 * Returns the coordinates of the next round: draws from a Parzen estimator of the best so far, with
 * kernels over all axes together, as in Falkner et al., "BOHB", 2018, but without its density ratio,
 * whose maximum would attract a whole round. The draws depend on the outcomes and the seed alone.
 */
export function nextRound(
  outcomes: readonly StageOutcome[],
  { axes, count, seed, round }: RoundOptions,
): readonly (readonly number[])[] {
  const tops = outcomes.flatMap(({ summary }) => summary.top)
    .toSorted((one, other) => other.merit - one.merit);
  const total = outcomes.reduce((sum, { summary }) => sum + summary.merits.count, 0);
  const goodCount = Math.min(GOOD_MAX, Math.max(4, Math.ceil(Math.sqrt(total))));
  const toShares = (coordinates: readonly number[]): readonly number[] =>
    axes.map((axis, at) => shareOf(axis, coordinates[at] ?? 0));
  const good = new Density(
    axes,
    tops.slice(0, goodCount).map(({ coordinates }) => toShares(coordinates)),
  );
  const random = seededRandom(seed + 7919 * round);
  return Array.from({ length: count }, () => {
    const isEven = good.isEmpty || random() < EVEN_SHARE;
    const shares = isEven ? axes.map(() => random()) : good.draw(random);
    return axes.map((axis, at) => coordinateAt(axis, shares[at] ?? 0));
  });
}

/** A density over all axes: a normal kernel around each centre, or a share of mass at its list index. */
class Density {
  readonly #axes: readonly Axis[];
  readonly #centres: readonly (readonly number[])[];
  readonly #widths: readonly number[];

  constructor(axes: readonly Axis[], centres: readonly (readonly number[])[]) {
    this.#axes = axes;
    this.#centres = centres;
    this.#widths = axes.map((_, at) => {
      const own = centres.map((centre) => centre[at] ?? 0);
      const mean = own.reduce((sum, share) => sum + share, 0) / own.length;
      const variance = own.reduce((sum, share) => sum + (share - mean) ** 2, 0) / own.length;
      // Scott's rule.
      return Math.max(WIDTH_MIN, Math.sqrt(variance) * own.length ** (-1 / (axes.length + 4)));
    });
  }

  get isEmpty(): boolean {
    return this.#centres.length === 0;
  }

  /** Draws a position from 0 to 1 on each axis. */
  draw(random: () => number): readonly number[] {
    const centre = this.#centres[Math.floor(random() * this.#centres.length)] ?? [];
    return this.#axes.map((axis, at) => {
      const [own = 0, width = 0] = [centre[at], this.#widths[at]];
      if ("values" in axis) return random() < this.#otherShare ? random() : own;
      const normal = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
      return Math.min(1, Math.max(0, own + width * normal));
    });
  }

  /** Probability that a draw leaves the list index of its centre. */
  get #otherShare(): number {
    return 1 / (1 + Math.sqrt(this.#centres.length));
  }
}
