// This module is browser compatible.

import { TERMS } from "../../contracts/metric_table.ts";
import type { Evaluation } from "../../contracts/types.ts";

type Breakdown = Evaluation["breakdown"];
type Side = keyof Breakdown;

/** What one term of the utility adds to the score of each side, in points: Hold has 100 in all. */
export interface TermPoints extends Readonly<Record<Side, number>> {
  readonly term: typeof TERMS[number];
}

const SIDES: readonly Side[] = ["strategy", "benchmark", "idle"];

/**
 * Returns the score term by term: each term of the utility times 100 over Hold's utility or the floor,
 * whichever is larger.
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

/** Returns the sums of the terms: the scores. */
export function totalOf(points: readonly TermPoints[]): Omit<TermPoints, "term"> {
  const sum = (side: Side): number => points.reduce((total, one) => total + one[side], 0);
  return { strategy: sum("strategy"), benchmark: sum("benchmark"), idle: sum("idle") };
}
