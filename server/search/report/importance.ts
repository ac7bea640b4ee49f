// This module is browser compatible.

import type { Method } from "../../contracts/plan.ts";
import type { Summary } from "../fold/summary.ts";

/** How much of the figure's variance one axis explains alone. */
export interface AxisImportance {
  /** Index of the axis in the plan. */
  readonly axis: number;
  /**
   * The variance of the mean merit by bins of the axis over the variance of all merits: the axis's
   * main effect, from 0 to 1 (eta squared, the first-order term of fANOVA). A bin is a level of the
   * axis, or one of 24 equal parts of a range.
   */
  readonly share: number;
  /**
   * The share that an axis without effect has on average, since the mean of few candidates varies: one
   * less than its bins over one less than the candidates. 0 in a grid, which has every combination.
   */
  readonly byChance: number;
}

/** The importance of every axis. */
export interface Importance {
  /**
   * The candidates that it is of: all of them, or only the first round or rung, which alone is drawn
   * evenly. Later ones are drawn near the best, where an axis may have another effect.
   */
  readonly of: "all" | "firstRound" | "firstRung";
  /** Number of those candidates that ran within all constraints. */
  readonly count: number;
  /** Most important first. */
  readonly axes: readonly AxisImportance[];
}

const DRAWN = {
  grid: "all",
  random: "all",
  sobol: "all",
  adaptive: "firstRound",
  halving: "firstRung",
} as const satisfies Record<Method["kind"], Importance["of"]>;

/**
 * Returns the importance of every axis that has a map; null if all merits are equal. The rest, which no
 * axis explains alone, is the effect of combinations, and chance.
 *
 * @param drawn the merged summary of the stages that draw evenly
 */
export function importanceOf(
  drawn: Pick<Summary, "merits" | "maps">,
  { kind }: Pick<Method, "kind">,
): Importance | null {
  const { merits, maps } = drawn;
  if (merits.count < 2 || merits.squares === 0) return null;
  const axes = maps.flatMap(({ axes: [axis, other], counts, sums }): AxisImportance[] => {
    if (other !== undefined) return [];
    let [squares, bins] = [0, 0];
    counts.forEach((count, bin) => {
      if (count === 0) return;
      bins++;
      squares += count * ((sums[bin] ?? 0) / count - merits.mean) ** 2;
    });
    const byChance = kind === "grid" ? 0 : Math.min(1, (bins - 1) / (merits.count - 1));
    return [{ axis, share: Math.min(1, squares / merits.squares), byChance }];
  });
  return {
    of: DRAWN[kind],
    count: merits.count,
    axes: axes.toSorted((one, other) => other.share - one.share || one.axis - other.axis),
  };
}
