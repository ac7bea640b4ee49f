// This module is browser compatible.

import { TERMS } from "../../contracts/metric_table.ts";
import type { Evaluation } from "../../contracts/types.ts";

type Breakdown = Evaluation["breakdown"];
type Side = keyof Breakdown;

/** The contribution of a utility term to the score of each side, in points. Hold totals 100. */
export interface TermPoints extends Readonly<Record<Side, number>> {
  readonly term: typeof TERMS[number];
}

const SIDES: readonly Side[] = ["strategy", "benchmark", "idle"];

/**
 * Returns the score by term: each term of the utility times 100, divided by the larger of Hold's utility
 * and the floor.
 *
 * @param floor the published `benchmarkFloor`
 */
export function pointsOf(
  { breakdown, benchmarkUtility }: Pick<Evaluation, "breakdown" | "benchmarkUtility">,
  floor: number,
): readonly TermPoints[] {
  const point = Math.max(benchmarkUtility, floor) / 100;
  return TERMS.map((term) => {
    const [strategy = 0, benchmark = 0, idle = 0] = SIDES.map((side) =>
      breakdown[side][term] / point
    );
    return { term, strategy, benchmark, idle };
  });
}

/** Returns the scores, which are the sums of the terms. */
export function totalOf(points: readonly TermPoints[]): Omit<TermPoints, "term"> {
  const sum = (side: Side): number => points.reduce((total, one) => total + one[side], 0);
  return { strategy: sum("strategy"), benchmark: sum("benchmark"), idle: sum("idle") };
}
