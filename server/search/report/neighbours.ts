// This module is browser compatible.

import type { Axis } from "../../contracts/plan.ts";
import { coordinateAt, isTextual, levelsOf, shareOf } from "../plan/axis_scale.ts";
import { seededRandom } from "../plan/random.ts";

/** Most neighbours of a candidate. */
const NEIGHBOURS_MAX = 256;
/** Step on an axis without levels, as a share of its length. */
export const STEP = 0.05;

/**
 * Returns the neighbours of a candidate: one step away on one axis or several. With many axes these
 * are all neighbours along a single axis, and a sample of the others up to the limit. Texts have no
 * order, so their axes stay fixed.
 */
export function neighboursOf(
  axes: readonly Axis[],
  centre: readonly number[],
): readonly (readonly number[])[] {
  const moved = (moves: readonly number[]): readonly number[] =>
    axes.map((axis, at) => {
      const [own = 0, move = 0] = [centre[at], moves[at]];
      if (move === 0) return own;
      return coordinateAt(axis, shareOf(axis, own) + move * stepOf(axis));
    });
  const own = centre.join();
  const found = new Map<string, readonly number[]>();
  const add = (moves: readonly number[]): void => {
    const row = moved(moves);
    const key = row.join();
    if (key !== own && found.size < NEIGHBOURS_MAX) found.set(key, row);
  };
  axes.forEach((_, axis) => {
    for (const move of [-1, 1]) add(axes.map((_, at) => at === axis ? move : 0));
  });
  if (3 ** axes.length <= NEIGHBOURS_MAX + 1) {
    for (let all = 0; all < 3 ** axes.length; all++) {
      add(axes.map((_, at) => Math.floor(all / 3 ** at) % 3 - 1));
    }
  } else {
    const random = seededRandom(0);
    for (let draw = 0; draw < 4 * NEIGHBOURS_MAX; draw++) {
      add(axes.map(() => Math.floor(3 * random()) - 1));
    }
  }
  return [...found.values()];
}

function stepOf(axis: Axis): number {
  if (isTextual(axis)) return 0;
  const levels = levelsOf(axis);
  if (levels === null) return STEP;
  return levels < 2 ? 0 : 1 / (levels - 1);
}
